import { createHash } from 'node:crypto';
import { seedBytes, seedOf } from '../../../shared/motion/random.ts';

/** What stays of the file as it was sent. */
export interface PhotoTraces {
  /** Decides what of the movement nobody asked for. */
  seed: number;
  /** Its SHA-256, in hexadecimal digits. */
  photoHash: string;
}

/** Reads a photo for what is kept of it beside its picture. */
export async function tracesOf(photo: Blob): Promise<PhotoTraces> {
  const seed = seedOf(new Uint8Array(await photo.slice(0, seedBytes).arrayBuffer()));
  return { seed, photoHash: await hashOf(photo) };
}

/** The SHA-256 of an upload, in hexadecimal digits. */
async function hashOf(photo: Blob): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of photo.stream()) sum.update(chunk);
  return sum.digest('hex');
}
