import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { ErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { appLimits } from '#shared/app-limits.ts';
import { generateFieldsSchema } from '#shared/schemas/video.ts';
import { AppError } from '#server/platform/errors.ts';
import { isDiskFull, StorageUnavailableError } from '#server/providers/storage/types.ts';
import { uploadFilename } from '#server/platform/files/stale-uploads.ts';
import type { ExtraField, FileField } from '#server/rpc/meta.ts';
import { UploadForm } from '#server/rpc/upload-form.ts';

/** A character takes up to four bytes; the factor leaves room for slightly longer texts to get their own error. */
const maxFieldBytes = 8 * appLimits.generation.maxPromptLength;
const maxFramingBytes = 64 * 1024;
/** The largest form is that of a video. */
const maxFields = Object.keys(generateFieldsSchema.shape).length;

const multerCodes: Partial<Record<MulterError['code'], ErrorCode>> = {
  LIMIT_FILE_SIZE: 'file_too_large',
};

/** What a form may have. */
interface Accepted {
  field: FileField;
  /** 1 by default. */
  most?: number | undefined;
  /** The field of one more file, which may be left out. */
  also?: ExtraField | undefined;
}

function codeOf(error: MulterError, { field, most = 1, also }: Accepted): ErrorCode {
  if (error.code === 'LIMIT_UNEXPECTED_FILE' && error.field === also) return 'audio_required';
  if (field === 'audio' && ['LIMIT_FILE_COUNT', 'LIMIT_UNEXPECTED_FILE'].includes(error.code))
    return 'audio_required';
  const tooMany = most === 1 ? 'one_file_only' : 'too_many_images';
  if (error.code === 'LIMIT_FILE_COUNT') return tooMany;
  if (error.code === 'LIMIT_UNEXPECTED_FILE') return error.field === field ? tooMany : 'no_file_selected';
  if (error.code === 'LIMIT_FIELD_VALUE' && error.field === 'prompt') return 'prompt_too_long';
  return (
    multerCodes[error.code] ?? (error.code.startsWith('LIMIT_') ? 'invalid_request' : 'upload_malformed')
  );
}

/**
 * Converts an error from parsing the form to a client error. A full disk is reported as temporarily unavailable; other
 * I/O errors stay internal errors.
 */
function asAppError(error: unknown, req: Request, accepted: Accepted): unknown {
  if (error instanceof MulterError) return new AppError(codeOf(error, accepted), { cause: error });
  if (req.destroyed && !req.complete) return new AppError('upload_aborted', { cause: error });
  if (isDiskFull(error)) return new StorageUnavailableError(error);
  if (error instanceof Error && 'syscall' in error) return error;
  return new AppError('upload_malformed', { cause: error });
}

function removeAfter(res: Response, files: readonly { path: string }[]): void {
  const remove = () => {
    for (const file of files) void rm(file.path, { force: true }).catch(() => {});
  };
  if (res.closed) remove();
  else res.once('close', remove);
}

/** The files that multer's `fields` has stored. */
const filesOf = ({ files }: Request): Express.Multer.File[] =>
  files === undefined || Array.isArray(files) ? [] : Object.values(files).flat();

/**
 * Reads a multipart form with its few text fields, one file in `field` (or up to `most`) and perhaps one in `also`, of at
 * most 20 MB each, into the upload folder. The files are removed when the response ends, however it ends; a refused or
 * aborted upload leaves none.
 *
 * Fails with AppError: `file_too_large` (immediately if Content-Length shows it), `one_file_only` or `too_many_images`,
 * `no_file_selected` (a file in another field), for recordings, in `also` too, `audio_required` in their place,
 * `prompt_too_long`, `invalid_request` (too many fields or too long ones), `upload_malformed`, `upload_aborted`. A request without a multipart form passes, without a file.
 */
export function receiveFiles({ uploadDir }: { uploadDir: string }, accepted: Accepted): RequestHandler {
  const { field, most = 1, also } = accepted;
  const files = most + (also ? 1 : 0);
  const receive = multer({
    storage: multer.diskStorage({
      destination: (_req, _file, done) => done(null, uploadDir),
      filename: (_req, _file, done) => done(null, uploadFilename()),
    }),
    // Browsers encode file names as UTF-8. They are only labels, sanitized where stored; the file on disk has another
    // name.
    defParamCharset: 'utf8',
    preservePath: true,
    limits: {
      fileSize: limits.photo.maxBytes,
      // With `also`, one more is begun, so that its refusal names its field.
      files: also ? files + 1 : files,
      fields: maxFields,
      fieldNameSize: 100,
      fieldSize: maxFieldBytes,
      fieldNestingDepth: 0,
      headerPairs: 16,
    },
  }).fields([{ name: field, maxCount: most }, ...(also ? [{ name: also, maxCount: 1 }] : [])]);

  return (req, res, next) => {
    if (Number(req.headers['content-length']) > files * limits.photo.maxBytes + maxFramingBytes)
      return next(new AppError('file_too_large'));
    receive(req, res, (error: unknown) => {
      removeAfter(res, filesOf(req));
      next(error === undefined ? undefined : asAppError(error, req, accepted));
    });
  };
}

/**
 * The form read by `receiveFiles`, each of whose files is on disk. A JSON body is the same form without files. Throws
 * AppError `invalid_request` for values that can't be form fields.
 */
export async function uploadFormOf(req: Request): Promise<UploadForm> {
  const files = filesOf(req).map(async ({ path, originalname, fieldname }) => ({
    field: fieldname,
    content: await openAsBlob(path),
    name: originalname,
  }));
  return UploadForm.of((req.body ?? {}) as object, await Promise.all(files));
}
