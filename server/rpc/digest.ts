import { createHash } from 'node:crypto';

/** A digest of a call and its input, contents of files included: SHA-256 in hex, equal for equal calls. */
export async function digestOf(path: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(path));
  if (!(input instanceof FormData)) return hash.update(JSON.stringify(input) ?? '').digest('hex');
  for (const [name, value] of input) {
    if (typeof value === 'string') {
      hash.update(JSON.stringify([name, value]));
      continue;
    }
    // The length delimits the file's contents from what follows.
    hash.update(JSON.stringify([name, value.name, value.size]));
    for await (const chunk of value.stream()) hash.update(chunk);
  }
  return hash.digest('hex');
}
