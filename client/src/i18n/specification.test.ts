import { expect, test } from 'vitest';
import { errorCatalogue, errorBody } from '#shared/errors.ts';
import { texts } from '#tests/support/texts.ts';
import { statusMessage } from '#client/api/response-error.ts';

const { en } = texts;

/** The texts that the specification requires, verbatim: changing one here means that the specification changed. */
const specified = {
  'upload.invalidType': 'Invalid file type',
  'errors.invalid_file_type': 'Please select a valid image file (JPG, JPEG, PNG)',
  'upload.tooLarge': 'File too large',
  'errors.file_too_large': 'File size must be less than 20MB',
  'upload.noFile': 'No file selected',
  'errors.no_file_selected': 'Please select an image first',
  'upload.selected': 'File selected',
  'upload.selectedText': '{{name}} is ready for processing',

  'auth.signUp.title': 'Create account',
  'auth.signIn.title': 'Welcome back',
  'auth.signIn.failed': 'Login failed',
  'auth.signUp.failed': 'Signup failed',
  'auth.failed': 'Authentication failed',
  'auth.checkFailed': 'Failed to check authentication',
  'header.logoutFailed': 'Logout failed',
  'errors.invalid_email': 'Please enter a valid email address',
  'errors.disposable_email':
    'Temporary email addresses are not allowed. Please use a permanent email address.',
  'errors.password_too_short': 'Password must be at least 6 characters',
  'errors.password_required': 'Password is required',

  'failure.title': 'Generation failed',
  'failure.generateFailed': 'Failed to generate video',
  'failure.startFailed': 'Failed to start video generation',
  'failure.linkFailed': 'Failed to get download link',
  'progress.statusFailed': 'Failed to check generation status',
  'errors.generation_failed': 'Video generation failed. Please try again.',
  'common.tryAgain': 'Try again',
  'upload.time.minutes': 'It takes {{range}} minutes.',
  'result.download': 'Download',
  'result.another': 'Create another',

  'errors.insufficient_credits': 'Insufficient credits',
  'upgrade.title': 'Insufficient Credits',
  'upgrade.text': 'You need more credits to create videos',
  'outOfCredits.title': 'Your free photo credit is used',
  'outOfCredits.text': 'You need more credits to continue creating memories',
  'credits.none': 'No transformations left',
  'credits.low': 'Running low',
  'credits.available': 'Transformations available',
  'credits.buy': 'Buy Credits',
  'credits.more': 'Get More',
  'packages.heritage.name': 'Heritage Album',
  'packages.legacy.name': 'Legacy Collection',
  'packages.eternal.name': 'Eternal Memories',
  'packages.popular': 'Most Popular',
  'packages.choose': 'Choose Plan',
  'packages.features.lasting': 'Credits never expire',

  'download.started': 'Download started',
  'download.startedText': 'Your video is being downloaded',
  'download.failed': 'Download failed',
  'download.failedText': 'Please try again or right-click the video to save',
  'download.galleryFailed': 'Download Failed',
  'download.galleryFailedText': 'Could not download the video. Please try again.',
  'common.pleaseTryAgain': 'Please try again',

  'gallery.video': 'Video of {{date}}',
  'gallery.download': 'Download',
  'gallery.share': 'Share',
  'gallery.selectAll': 'Select all',
  'gallery.deselectAll': 'Deselect all',
  'gallery.createAlbum': 'Create Album',
  'gallery.selectMore': 'Select more videos',
  'errors.album_too_few_videos': 'You need at least 2 videos to create an album',

  'albumForm.nameRequired': 'Album name required',
  'errors.album_name_required': 'Please enter a name for your album',
  'albumForm.failed': 'Failed to create album',
  'albumStatus.usually': 'This usually takes 1-3 minutes.',
  'errors.album_failed':
    'The album could not be made, probably because of incompatible video formats. Please try again with different videos or contact support.',

  'share.copied': 'Link copied!',
  'share.dialog': 'Share link',
  'share.copyFailed': 'Copy failed',
  'share.copyFailedText': 'Could not copy link to clipboard',

  'payment.done': 'Payment Successful!',
  'payment.doneText_other': 'Credits added! You now have {{count}} credits.',
  'payment.failed': 'Payment Error',
  'payment.failedText': 'There was an issue processing your payment.',
  'checkout.failed': 'Error',
  'checkout.failedText': 'Failed to setup checkout. Please try again.',

  'notFound.title': 'Page Not Found',
  'chat.label': 'Chat with us',
  'landing.stats.albums.value': '500+',
  'landing.stats.photos.value': '2,100+',
  'landing.stats.quality.value': 'HD',
  'landing.stats.countries.value': '5+',
  'landing.steps.upload.title': 'Upload',
  'landing.steps.animate.title': 'Animate',
  'landing.steps.create.title': 'Create',
  'landing.final.lasting': 'Credits never expire',

  'music.emotional-piano-1': 'Emotional Piano',
  'music.hopeful-epic': 'Hopeful Epic',
  'music.inspiring-violin': 'Inspiring Violin',
  'music.emotional-piano-2': 'Emotional Piano II',
  'music.emotional-piano-3': 'Emotional Piano III',
  'music.solo-piano': 'Solo Piano',
  'music.inspiring-piano': 'Inspiring Piano',
  'music.relaxing-ambient': 'Relaxing Ambient',
  'music.just-relax': 'Just Relax',
  'music.the-way-home': 'The Way Home',
  'music.sedative': 'Sedative',
};

/** The English text of a key such as `upload.tooLarge`. */
function textOf(key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], en);
}

test('every text given by the specification is used word for word', () => {
  const said = Object.keys(specified).map((key) => [key, textOf(key)]);
  expect(Object.fromEntries(said)).toEqual(specified);
});

test('usual durations and the number of music tracks match the specification', () => {
  expect(en.landing.faq.time.answer).toContain('2-5 minutes');
  expect(en.landing.faq.albums.answer).toContain('11 pieces of music');
  expect(en.landing.faq.credits.answer).toContain('There are no refunds once videos are generated');
});

test('server and pages use the same error texts', () => {
  const server = Object.entries(errorCatalogue).map(([code, { text }]) => [code, text]);
  expect(Object.fromEntries(server)).toEqual(en.errors);
  expect(errorBody('insufficient_credits')).toEqual({
    requiresPayment: true,
    error: 'Insufficient credits',
    code: 'insufficient_credits',
  });
});

test('a failed response is described by its status and body, or the status text', () => {
  expect(statusMessage(502, 'Bad Gateway', 'upstream is away')).toBe('502: upstream is away');
  expect(statusMessage(502, 'Bad Gateway', '')).toBe('502: Bad Gateway');
});
