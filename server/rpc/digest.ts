import { createHash } from 'node:crypto';
import { UploadForm } from './upload-form.ts';

/** A digest of a call and its input, contents of files included: SHA-256 in hex, equal for equal calls. */
export async function digestOf(path: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(path));
  if (!(input instanceof UploadForm)) return hash.update(JSON.stringify(input) ?? '').digest('hex');
  for (const text of input.texts) hash.update(JSON.stringify(text));
  for (const { field, name, content } of input.files) {
    // The length delimits the file's contents from what follows.
    hash.update(JSON.stringify([field, name, content.size]));
    for await (const chunk of content.stream()) hash.update(chunk);
  }
  return hash.digest('hex');
}
