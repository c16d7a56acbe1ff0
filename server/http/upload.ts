import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { ErrorCode } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { GenerateForm } from '../features/generation/form.ts';
import { AppError } from '../platform/errors.ts';
import { uploadFilename } from '../platform/stale-uploads.ts';

const field = 'image';

/** A character takes up to four bytes; what is somewhat too long still gets its own answer. */
const maxFieldBytes = 8 * limits.generation.maxPromptLength;
const maxFramingBytes = 64 * 1024;

const multerCodes: Partial<Record<MulterError['code'], ErrorCode>> = {
  LIMIT_FILE_SIZE: 'file_too_large',
  LIMIT_FILE_COUNT: 'one_file_only',
};

function codeOf(error: MulterError): ErrorCode {
  if (error.code === 'LIMIT_UNEXPECTED_FILE')
    return error.field === field ? 'one_file_only' : 'no_file_selected';
  if (error.code === 'LIMIT_FIELD_VALUE' && error.field === 'prompt') return 'prompt_too_long';
  return (
    multerCodes[error.code] ?? (error.code.startsWith('LIMIT_') ? 'invalid_request' : 'upload_malformed')
  );
}

/** What the reader of the form threw, as a failure of the caller's; a full or broken disk stays a fault of ours. */
function asAppError(error: unknown, req: Request): unknown {
  if (error instanceof MulterError) return new AppError(codeOf(error), { cause: error });
  if (req.destroyed && !req.complete) return new AppError('upload_aborted', { cause: error });
  if (error instanceof Error && 'syscall' in error) return error;
  return new AppError('upload_malformed', { cause: error });
}

function removeAfter(res: Response, file: string): void {
  const remove = () => void rm(file, { force: true }).catch(() => {});
  if (res.closed) remove();
  else res.once('close', remove);
}

/**
 * Reads a multipart form with one file, `image`, of at most 20 MB into the upload folder, and its few text fields.
 * The file is gone when the response has ended, however it ended; a refused or interrupted upload leaves none.
 *
 * Fails with AppError: `file_too_large` (at once where the announced length tells), `one_file_only`,
 * `no_file_selected` (a file under another name), `prompt_too_long`, `invalid_request` (too many fields or too long
 * ones), `upload_malformed`, `upload_aborted`. A request without a multipart form passes, without a file.
 */
export function uploadPhoto({ uploadDir }: { uploadDir: string }): RequestHandler {
  const receive = multer({
    storage: multer.diskStorage({
      destination: (_req, _file, done) => done(null, uploadDir),
      filename: (_req, _file, done) => done(null, uploadFilename()),
    }),
    // Browsers write file names in UTF-8. What they send is a label, cleaned where it is kept; the file has another.
    defParamCharset: 'utf8',
    preservePath: true,
    limits: {
      fileSize: limits.photo.maxBytes,
      files: 1,
      fields: 8,
      fieldNameSize: 100,
      fieldSize: maxFieldBytes,
      fieldNestingDepth: 0,
      headerPairs: 16,
    },
  }).single(field);

  return (req, res, next) => {
    if (Number(req.headers['content-length']) > limits.photo.maxBytes + maxFramingBytes)
      return next(new AppError('file_too_large'));
    receive(req, res, (error: unknown) => {
      if (req.file) removeAfter(res, req.file.path);
      next(error === undefined ? undefined : asAppError(error, req));
    });
  };
}

/**
 * The form that `uploadPhoto` read, its `image` backed by the file on disk: the bytes are read when somebody asks for
 * them, and can't be any more once the response has ended.
 */
export async function formDataOf(req: Request): Promise<GenerateForm> {
  const form = new FormData();
  const texts = Object.entries((req.body ?? {}) as Record<string, string | string[]>);
  for (const [name, values] of texts) for (const value of [values].flat()) form.append(name, value);
  if (req.file) form.append(field, await openAsBlob(req.file.path), req.file.originalname);
  // Whatever it holds: the procedure that takes it reads it anew.
  return form as GenerateForm;
}
