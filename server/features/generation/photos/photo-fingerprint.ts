import { createHash } from 'node:crypto';
import { seedBytes, seedOf } from '#shared/motion/seed.ts';

/** Data kept about the original upload. */
export interface PhotoFingerprint {
  /** Determines the movement where the user left it open. */
  seed: number;
  /** The file's SHA-256 in hexadecimal. */
  photoHash: string;
}

/** Computes the traces of an upload. */
export async function fingerprintOf(photo: Blob): Promise<PhotoFingerprint> {
  const seed = seedOf(new Uint8Array(await photo.slice(0, seedBytes).arrayBuffer()));
  return { seed, photoHash: await hashOf(photo) };
}

/** The SHA-256 of an upload in hexadecimal. */
async function hashOf(photo: Blob): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of photo.stream()) sum.update(chunk);
  return sum.digest('hex');
}
