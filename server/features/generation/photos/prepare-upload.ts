import type { PhotoFacts } from '#shared/schemas/photo-facts.ts';
import type { PreparedPhoto } from './decode-photo.ts';
import { preparePhoto } from './photo.ts';
import { fingerprintOf, type PhotoFingerprint } from './photo-fingerprint.ts';

/** An upload that is ready to be stored. */
export interface PreparedUpload extends PhotoFingerprint {
  photo: PreparedPhoto;
}

/**
 * The one way from an upload to a photo that may be stored, whoever sends it: `preparePhoto` for `owner`, and the traces
 * of the file. What its sender says about the original file takes precedence. Throws like `preparePhoto`.
 */
export async function prepareUpload(
  upload: Blob,
  { takenOn, seed }: PhotoFacts,
  owner: string,
): Promise<PreparedUpload> {
  const photo = await preparePhoto(upload, owner);
  const traces = await fingerprintOf(upload);
  return {
    photo: { ...photo, takenOn: takenOn ?? photo.takenOn },
    photoHash: traces.photoHash,
    seed: seed ?? traces.seed,
  };
}
