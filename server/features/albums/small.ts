import { rm, stat } from 'node:fs/promises';
import { appLimits } from '../../../shared/app-limits.ts';
import type { Rendition } from '../../../shared/renditions.ts';
import type { Making } from '../../../shared/schemas/provenance.ts';
import type { CredentialWriter } from '../../engine/credentials/credentials.ts';
import type { FilmMaker, FitRequest } from '../../engine/join/types.ts';
import type { Logger } from '../../platform/logger.ts';
import { sealRendition, smallMaking } from '../media/provenance.ts';

/** Of the small version's own signature, beside what it takes over of the film's. */
const signatureBytes = 64_000;
const tries = 2;

interface SmallDeps {
  films: Pick<FilmMaker, 'fit'>;
  credentials: CredentialWriter;
  logger: Pick<Logger, 'error'>;
}

interface SmallRequest extends Omit<FitRequest, 'maxBytes'> {
  /** Of the whole file, what is told in it included. */
  maxBytes?: number;
  rendition: Rendition;
  title: string;
  /** Of the film, without the mark. */
  making: Making;
  /** The film's bytes before it was told in it how it was made. */
  unsealed: number;
}

/**
 * Makes of a film that is too large for messengers a version of at most 16,000,000 bytes, which is signed as the film is and
 * names it as what it was made of. False, and no file, where the film is small enough, or can't be made so small.
 */
export async function makeSmall(
  { films, credentials, logger }: SmallDeps,
  { rendition, title, making, unsealed, maxBytes = appLimits.messengers.maxBytes, ...request }: SmallRequest,
): Promise<boolean> {
  const { film, output } = request;
  const { size } = await stat(film);
  if (size <= maxBytes) return false;
  const ingredients = [{ path: film, type: 'video/mp4' as const, title, makers: making.makers }];
  let room = maxBytes - (size - unsealed) - signatureBytes;
  for (let i = 0; i < tries; i++) {
    if (!(await films.fit({ ...request, maxBytes: room }))) break;
    await sealRendition(credentials, output, rendition, { title, making: smallMaking(making), ingredients });
    const over = (await stat(output)).size - maxBytes;
    if (over <= 0) return true;
    room -= over + signatureBytes;
  }
  await rm(output, { force: true });
  logger.error({ bytes: size }, 'a film could not be made small enough for messengers');
  return false;
}
