import type { GenerateFields } from '../../shared/schemas/video.ts';
import type { Call } from './transport.ts';
import type { OnUpload } from './upload.ts';

/** A photo as a browser's file field gives it, or its bytes. */
export type PhotoFile = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
/** The same, or a public https address that Memori fetches it from. */
export type Photo = PhotoFile | URL;

export interface Stoppable {
  readonly signal?: AbortSignal | undefined;
}

/** What a video is to be like, and how its photo is sent. */
export interface GenerateOptions extends Omit<GenerateFields, 'restore' | 'consent'> {
  /** Whether fading, colour casts, dust, scratches and folds are taken away first. */
  readonly restore?: boolean | undefined;
  /** What the photo's file is called; a File's own name unless told otherwise. */
  readonly filename?: string | undefined;
  /** A name of this call's for 24 hours: under the same one it happens once, whatever process repeats it. */
  readonly idempotencyKey?: string | undefined;
  readonly onUpload?: OnUpload | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What several videos are to be like; each photo's name is that of its File. */
export type BatchOptions = Omit<GenerateOptions, 'name' | 'filename'>;

/** The fields of the call itself, without those of its transport. */
function fieldsOf({
  filename: _f,
  idempotencyKey: _k,
  onUpload: _u,
  signal: _s,
  ...fields
}: GenerateOptions) {
  return fields;
}

/** The form that asks for videos of these photos. */
export function formOf(photos: readonly PhotoFile[], options: GenerateOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(options))) {
    if (typeof value === 'string' || typeof value === 'boolean') form.set(name, String(value));
  }
  for (const photo of photos) {
    const name = options.filename ?? (photo instanceof File ? photo.name : 'photo');
    form.append('image', photo instanceof Blob ? photo : new Blob([photo]), name);
  }
  return form;
}

/** The longest that the server takes to fetch a photo from elsewhere. */
const fetchSeconds = 60;

/** What asks for a video of a photo: a form, or the JSON in its place. */
export function bodyOf(photo: Photo, options: GenerateOptions): Pick<Call, 'form' | 'json' | 'workSeconds'> {
  if (!(photo instanceof URL)) return { form: formOf([photo], options) };
  return { json: { ...fieldsOf(options), imageUrl: photo.href }, workSeconds: fetchSeconds };
}
