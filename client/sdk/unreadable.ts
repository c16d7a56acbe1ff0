import { MemoriError } from './errors.ts';

/** True for the error of a file that can't be read: it was moved, changed or removed since it was chosen. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name);

/** Throws MemoriError `file_unreadable` if a file of the form can't be read, as far as its first byte tells. */
export async function assertReadable(form: FormData): Promise<void> {
  for (const value of form.values()) {
    if (typeof value === 'string') continue;
    await value
      .slice(0, 1)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new MemoriError('file_unreadable', 'A file was moved, changed or deleted', { cause });
      });
  }
}
