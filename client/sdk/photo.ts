import type { RestPoint } from '../../shared/motion/found-faces.ts';
import type { GenerateFields } from '../../shared/schemas/video.ts';
import type { Call } from './transport.ts';
import type { OnUpload } from './upload.ts';

/** A photo from a browser's file input, or its bytes. */
export type PhotoFile = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
/** The same, or a public https URL from which Memori fetches it. */
export type Photo = PhotoFile | URL;

export interface Stoppable {
  readonly signal?: AbortSignal | undefined;
}

/** Options for a video, and for sending its photo. */
export interface GenerateOptions extends Omit<GenerateFields, 'rest' | 'restore' | 'consent' | 'seed'> {
  /** Points of the upright photo, each number from 0 to 1, whose faces don’t move. */
  readonly rest?: readonly RestPoint[] | undefined;
  /** Whether to first remove fading, colour casts, dust, scratches and folds. */
  readonly restore?: boolean | undefined;
  /** The photo's file name; defaults to the File's own name. */
  readonly filename?: string | undefined;
  /**
   * Idempotency key, valid for 24 hours: repeated calls with the same key take effect once, even from another process.
   */
  readonly idempotencyKey?: string | undefined;
  readonly onUpload?: OnUpload | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options for several videos; each photo is named after its File. */
export type BatchOptions = Omit<GenerateOptions, 'rest' | 'name' | 'takenOn' | 'filename'>;

/** Picks the form fields, leaving out the options for the transport. */
function fieldsOf({
  filename: _f,
  idempotencyKey: _k,
  onUpload: _u,
  signal: _s,
  ...fields
}: GenerateOptions) {
  return fields;
}

/** Builds the form that requests videos of these photos. */
export function formOf(photos: readonly PhotoFile[], options: GenerateOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(options))) {
    if (typeof value === 'string' || typeof value === 'boolean') form.set(name, String(value));
    else if (value) form.set(name, JSON.stringify(value));
  }
  for (const photo of photos) {
    const name = options.filename ?? (photo instanceof File ? photo.name : 'photo');
    form.append('image', photo instanceof Blob ? photo : new Blob([photo]), name);
  }
  return form;
}

/** The longest that the server takes to fetch a photo from a URL. */
const fetchSeconds = 60;

/** Builds the request body for a photo: a form, or JSON if the photo is a URL. */
export function bodyOf(photo: Photo, options: GenerateOptions): Pick<Call, 'form' | 'json' | 'workSeconds'> {
  if (!(photo instanceof URL)) return { form: formOf([photo], options) };
  return { json: { ...fieldsOf(options), imageUrl: photo.href }, workSeconds: fetchSeconds };
}
