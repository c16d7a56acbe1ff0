/**
 * Every error that the server reports: its stable code, its HTTP status and the specification's English text. The REST
 * endpoints send `{error: text, code}`; the page translates by code.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, text: 'Invalid request' },
  invalid_email: { status: 400, text: 'Please enter a valid email address' },
  disposable_email: {
    status: 400,
    text: 'Temporary email addresses are not allowed. Please use a permanent email address.',
  },
  password_too_short: { status: 400, text: 'Password must be at least 6 characters' },
  password_too_long: { status: 400, text: 'Password must be at most 1024 characters' },
  password_common: {
    status: 400,
    text: 'This password is one of the most common ones, so others guess it first. Please choose another.',
  },
  password_required: { status: 400, text: 'Password is required' },
  no_file_selected: { status: 400, text: 'Please select an image first' },
  one_file_only: { status: 400, text: 'Please select one image at a time' },
  too_many_images: { status: 400, text: 'At most 20 images can be sent at a time' },
  invalid_image_url: { status: 400, text: 'The address of an image must be a public https address' },
  upload_malformed: { status: 400, text: 'The upload was broken. Please try again.' },
  upload_aborted: { status: 400, text: 'The upload was interrupted. Please try again.' },
  prompt_too_long: { status: 400, text: 'The prompt must be at most 2000 characters' },
  passkey_name_required: { status: 400, text: 'Please enter a name for the passkey' },
  passkey_name_too_long: { status: 400, text: 'The name of a passkey must be at most 60 characters' },
  token_name_required: { status: 400, text: 'Please enter a name for the API token' },
  token_name_too_long: { status: 400, text: 'The name of an API token must be at most 60 characters' },
  token_scopes_required: {
    status: 400,
    text: 'Please choose at least one of the scopes read, generate, albums and manage',
  },
  name_too_long: { status: 400, text: 'The name must be at most 80 characters' },
  sender_too_long: { status: 400, text: 'The sender’s name must be at most 60 characters' },
  report_reason_required: { status: 400, text: 'Please say what is wrong with it' },
  report_too_long: { status: 400, text: 'The report must be at most 1,000 characters' },
  dedication_too_long: { status: 400, text: 'The dedication must be at most 500 characters' },
  note_too_long: { status: 400, text: 'The note must be at most 280 characters' },
  consent_required: { status: 400, text: 'Please confirm that you may use this photo' },
  invalid_duration: { status: 400, text: 'The duration must be "6"' },
  invalid_resolution: { status: 400, text: 'The resolution must be "768P"' },
  invalid_rest: {
    status: 400,
    text: 'The faces that rest must be a list of at most 64 points, each number from 0 to 1',
  },
  invalid_package: { status: 400, text: 'Unknown package' },
  album_name_required: { status: 400, text: 'Please enter a name for your album' },
  film_words_too_long: { status: 400, text: 'Words on a card must be at most 200 characters' },
  album_name_too_long: { status: 400, text: 'The album name must be at most 100 characters' },
  album_too_few_videos: { status: 400, text: 'You need at least 2 videos to create an album' },
  album_too_many_videos: { status: 400, text: 'An album can have at most 50 videos' },
  album_duplicate_videos: { status: 400, text: 'Each video can be in an album only once' },
  invalid_music_track: { status: 400, text: 'Unknown music track' },
  two_kinds_of_music: {
    status: 400,
    text: 'Please choose either one of Memori’s pieces or a song of your own',
  },
  invalid_voices: {
    status: 400,
    text: 'Each video can have one voice, and the whole film one more, if a video is left without',
  },
  short_film_with_voices: { status: 400, text: 'A short film has no room for voices' },
  voice_text_too_long: { status: 400, text: 'The spoken words must be at most 1000 characters' },
  audio_required: { status: 400, text: 'Please choose one recording' },
  story_not_asked: { status: 400, text: 'This box takes photos without a recording' },
  audio_rights_required: { status: 400, text: 'Please confirm that you may use this recording' },
  invalid_idempotency_key: {
    status: 400,
    text: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  invalid_webhook_url: { status: 400, text: 'The address of a webhook must be a public https address' },
  webhook_events_required: { status: 400, text: 'Please choose at least one event' },
  invalid_signature: { status: 400, text: 'Invalid signature' },
  not_signed_in: { status: 401, text: 'Authentication required' },
  invalid_token: { status: 401, text: 'This API token is not valid' },
  wrong_credentials: { status: 401, text: 'Invalid email or password' },
  passkey_refused: {
    status: 401,
    text: 'This passkey was not accepted. Please try again, or sign in with your password.',
  },
  insufficient_credits: { status: 402, text: 'Insufficient credits' },
  password_needed: {
    status: 403,
    text: 'Please confirm with your password first: it was last given more than ten minutes ago',
  },
  cross_site: { status: 403, text: 'Cross-site requests are not allowed' },
  token_not_allowed: { status: 403, text: 'An API token can’t be used for this' },
  token_scope_missing: { status: 403, text: 'This API token does not have the scope that this needs' },
  not_found: { status: 404, text: 'Not found' },
  webhook_not_found: { status: 404, text: 'Webhook not found' },
  delivery_not_found: { status: 404, text: 'Message not found' },
  passkey_not_found: { status: 404, text: 'Passkey not found' },
  token_not_found: { status: 404, text: 'API token not found' },
  task_not_found: { status: 404, text: 'Video not found' },
  album_not_found: { status: 404, text: 'Album not found' },
  audio_not_found: { status: 404, text: 'Recording not found' },
  album_not_ready: { status: 404, text: 'The album is not ready yet' },
  box_not_found: { status: 404, text: 'This box is not open any more' },
  box_photo_not_found: { status: 404, text: 'Photo not found' },
  frame_not_found: { status: 404, text: 'Frame not found' },
  frame_code_unknown: {
    status: 404,
    text: 'This code doesn’t open a frame. Each code works once, for ten minutes.',
  },
  mail_link_unknown: { status: 404, text: 'This link is not valid any more.' },
  withdrawal_not_possible: {
    status: 409,
    text: 'There is nothing in this purchase that can be withdrawn from any more.',
  },
  payment_not_found: { status: 404, text: 'Payment not found' },
  video_not_ready: { status: 404, text: 'The video is not ready yet' },
  task_not_finished: { status: 409, text: 'The video is still being made' },
  task_begun: {
    status: 409,
    text: 'The video is being made already, so it can’t be cancelled any more.',
  },
  task_finished: { status: 409, text: 'The video is finished already' },
  task_canceled: { status: 409, text: 'The video was cancelled.' },
  movement_not_offered: {
    status: 409,
    text: 'Other movements can be chosen for 24 hours after a video was made.',
  },
  local_not_offered: {
    status: 409,
    text: 'Memori’s own animator can be asked for after the video service has refused a photo, while the photo is kept.',
  },
  box_photo_answered: { status: 409, text: 'This photo has been answered already' },
  box_full: { status: 409, text: 'This box is full for now. Please try again later.' },
  too_many_boxes: { status: 409, text: 'You have 10 open boxes. Please close one first.' },
  too_many_frames: {
    status: 409,
    text: 'You have 20 frames. Please stop one that is no longer used.',
  },
  album_not_finished: { status: 409, text: 'The album is still being made' },
  album_finished: { status: 409, text: 'The album is finished already' },
  too_much_audio: {
    status: 409,
    text: 'You have two hours of recordings already. Please delete one that you no longer need.',
  },
  too_many_webhooks: {
    status: 409,
    text: 'You have 10 webhooks already. Please delete one that you no longer need.',
  },
  too_many_passkeys: {
    status: 409,
    text: 'You have 20 passkeys already. Please remove one that you no longer need.',
  },
  too_many_tokens: {
    status: 409,
    text: 'You have 20 API tokens already. Please revoke one that you no longer need.',
  },
  idempotency_in_progress: {
    status: 409,
    text: 'The first request with this Idempotency-Key is still running. Please try again in a moment.',
  },
  account_erasing: {
    status: 409,
    text: 'This account is already being deleted, so it can’t be kept any more.',
  },
  email_taken: { status: 409, text: 'An account with this email already exists' },
  file_too_large: { status: 413, text: 'File size must be less than 20MB' },
  request_too_large: { status: 413, text: 'The request is too large' },
  invalid_file_type: { status: 415, text: 'Please select a valid image file (JPG, JPEG, PNG)' },
  invalid_audio_type: {
    status: 415,
    text: 'Please choose a recording of one of the kinds MP3, M4A, WAV, Ogg, FLAC and WebM',
  },
  file_unreadable: {
    status: 422,
    text: 'This file can’t be read any more: it was moved, changed or deleted, or is not on this device. Please choose it again.',
  },
  heic_unreadable: { status: 415, text: 'This HEIC photo can’t be read here. Please save it as JPEG.' },
  idempotency_key_reused: {
    status: 422,
    text: 'This was sent before, with other settings: look for what it became before you send it again',
  },
  image_too_small: { status: 422, text: 'The image must be at least 300 pixels on its shorter side' },
  image_too_many_pixels: {
    status: 422,
    text: 'The image must have at most 200 megapixels; a PNG, a progressive JPEG or a lossless WebP at most 40',
  },
  image_unreachable: { status: 422, text: 'The image could not be fetched from its address' },
  image_broken: { status: 422, text: 'This image is damaged and can’t be read. Please try another one.' },
  audio_too_long: {
    status: 422,
    text: 'A song can have at most 10 minutes, spoken words at most 60 seconds',
  },
  voices_too_long: { status: 422, text: 'All voices of a film can have at most 10 minutes together' },
  audio_broken: { status: 422, text: 'This recording is damaged and can’t be read. Please try another one.' },
  audio_silent: { status: 422, text: 'Nothing can be heard in this recording. Please try another one.' },
  passkey_not_added: { status: 422, text: 'The passkey could not be added. Please try again.' },
  payment_in_review: {
    status: 422,
    text: 'Your payment has arrived, but it is not what was offered. We are looking at it and will write to you.',
  },
  payment_incomplete: { status: 422, text: 'The payment has not been completed yet.' },
  generation_failed: { status: 422, text: 'Video generation failed. Please try again.' },
  generation_timed_out: {
    status: 422,
    text: 'The video took too long, so we stopped it. Please try again.',
  },
  input_refused: {
    status: 422,
    text: 'The video service declined this photo or its description. Please try another one.',
  },
  output_refused: {
    status: 422,
    text: 'The video service kept back the video that it made of this photo. Please try another photo.',
  },
  photo_unsuitable: {
    status: 422,
    text: 'The video service can’t work with this photo. Please try another one.',
  },
  prompt_unreadable: {
    status: 422,
    text: 'The description has characters that the video service can’t read. Please change it.',
  },
  album_failed: {
    status: 422,
    text: 'The album could not be made, probably because of incompatible video formats. Please try again with different videos or contact support.',
  },
  album_video_gone: {
    status: 422,
    text: 'One of the videos is no longer there. Please create the album again without it.',
  },
  album_audio_gone: {
    status: 422,
    text: 'A recording of this album is no longer there. Please create the album again without it.',
  },
  film_hidden: {
    status: 409,
    text: 'This has been hidden after a report, so it can’t be used for an album, a frame, a card or another movement.',
  },
  album_canceled: { status: 422, text: 'The album was cancelled.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  too_many_albums: {
    status: 429,
    text: 'Five of your albums are still being made. Please wait until one of them is finished.',
  },
  too_many_albums_an_hour: {
    status: 429,
    text: 'You can make at most 40 albums in an hour. Please try again later.',
  },
  internal_error: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  payments_unavailable: { status: 503, text: 'Purchases are not available right now.' },
  provider_unavailable: {
    status: 503,
    text: 'Video generation is not available right now. Please try again later.',
  },
  service_unavailable: { status: 503, text: 'Memori is busy right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** True for the codes of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}

/** The JSON body of every REST error. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requiresPayment?: true;
  /** If several images were sent: which one the error is about, starting at 1. */
  image?: number;
}

/** The body for a code: the specification's text, the image concerned, and the payment flag if credits are short. */
export function errorBody(code: ErrorCode, image?: number): ErrorBody {
  const body: ErrorBody = { error: errorCatalogue[code].text, code, ...(image !== undefined && { image }) };
  return code === 'insufficient_credits' ? { requiresPayment: true, ...body } : body;
}
