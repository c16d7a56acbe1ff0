import { RequestFailure } from '#client/api/error-code.ts';
import { restoredOf } from '#client/entities/photo/preview/restored-of.ts';
import { type Photo, readPhoto } from '#client/entities/photo/read-photo.ts';
import { photoToSend } from '#client/entities/photo/shrink-photo.ts';
import type { Prepared } from './effects.ts';
import type { OutboxRow, PhotoChoices, PhotoOptions } from './row.ts';

/**
 * A photo as it is sent. Where nobody chose: the server turns it upright, a border is left out, and a clearly damaged photo
 * is restored. Throws a RequestFailure if it can't be sent.
 */
export async function preparePhoto(
  { file, request, choices }: OutboxRow,
  known: Photo | null,
): Promise<Prepared> {
  const read = known ? { ok: true as const, photo: known } : await readPhoto(file);
  if (!read.ok) throw new RequestFailure(read.code, read.code);
  const options = request?.options ?? (await chosenOptions(read.photo, choices));
  return { photo: await photoToSend(read.photo), options };
}

async function chosenOptions({ views }: Photo, choices: PhotoChoices | null): Promise<PhotoOptions> {
  const { turn = null, rest, border = 'crop', restore = null } = choices ?? {};
  const points = rest?.points ?? [];
  const known = turn ?? (points.length > 0 ? rest?.turn : undefined);
  return {
    turn: known === undefined ? 'auto' : `${known}`,
    rest: points,
    border,
    restore: restore ?? (await restoredOf(views[border]))?.isPlain ?? false,
  };
}
