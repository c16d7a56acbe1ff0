import { createHash } from 'node:crypto';

/** The same text for the same call with the same input, the bytes of files included: a SHA-256 in hex. */
export async function digestOf(path: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(path));
  if (!(input instanceof FormData)) return hash.update(JSON.stringify(input) ?? '').digest('hex');
  for (const [name, value] of input) {
    if (typeof value === 'string') {
      hash.update(JSON.stringify([name, value]));
      continue;
    }
    // The length first: where one file ends is part of what was sent.
    hash.update(JSON.stringify([name, value.name, value.size]));
    for await (const chunk of value.stream()) hash.update(chunk);
  }
  return hash.digest('hex');
}
