import { AppError } from '../platform/errors.ts';

/** A file of a form: read on demand, and unreadable once the response has ended. */
export interface FormFile {
  readonly field: string;
  readonly content: Blob;
  /** As the caller sent it: a label, never a path. */
  readonly name: string;
}

/** An upload as it was received, not validated: its text fields and its files, each in order. */
export class UploadForm {
  readonly texts: readonly (readonly [name: string, text: string])[];
  readonly files: readonly FormFile[];
  constructor(texts: UploadForm['texts'], files: UploadForm['files'] = []) {
    this.texts = texts;
    this.files = files;
  }

  /**
   * The form of parsed fields: a value that is a list repeats its field. JSON's numbers and booleans become text. Throws
   * AppError `invalid_request` for values that can't be form fields.
   */
  static of(fields: object, files: UploadForm['files'] = []): UploadForm {
    const texts = Object.entries(fields).flatMap(([name, values]: [string, unknown]) =>
      (isListOfLists(values) ? [values] : [values].flat()).map((value) => [name, textOf(value)] as const),
    );
    return new UploadForm(texts, files);
  }
}

/** The files of a form; browsers send an empty nameless one if none was chosen. */
export const chosenFiles = ({ files }: UploadForm): readonly FormFile[] =>
  files.filter(({ name, content }) => name !== '' || content.size > 0);

/** A form's text fields. Throws AppError `invalid_request` for one that isn't among `known`, or comes twice. */
export function readTexts({ texts }: UploadForm, known: readonly string[]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, text] of texts) {
    if (!known.includes(name) || Object.hasOwn(read, name)) throw new AppError('invalid_request');
    read[name] = text;
  }
  return read;
}

const isListOfLists = (value: unknown): boolean => Array.isArray(value) && value.some(Array.isArray);

/** A value of JSON as the text of a form field: only `rest` is a list of lists. */
function textOf(value: unknown): string {
  if (isListOfLists(value)) return JSON.stringify(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new AppError('invalid_request');
}
