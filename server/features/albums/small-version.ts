import { rm, stat } from 'node:fs/promises';
import { appLimits } from '#shared/app-limits.ts';
import type { Rendition } from '#shared/renditions.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import type { CredentialWriter } from '#server/engine/credentials/credentials.ts';
import type { FilmMaker, FitRequest } from '#server/engine/join/types.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { sealRendition, smallProvenance } from '../media/provenance.ts';

/** Room for the small version's own signature, in addition to the metadata it inherits from the film. */
const signatureBytes = 64_000;
const tries = 2;

interface SmallDeps {
  films: Pick<FilmMaker, 'fit'>;
  credentials: CredentialWriter;
  logger: Pick<Logger, 'error'>;
}

interface SmallRequest extends Omit<FitRequest, 'maxBytes'> {
  /** The limit for the whole file, embedded provenance included. */
  maxBytes?: number;
  rendition: Rendition;
  /** How the original film was made. */
  making: ProvenanceRecord;
  /** The film's size in bytes before the provenance was embedded. */
  unsealed: number;
}

/**
 * Makes a version of at most 16,000,000 bytes of a film that is too large for messengers, signs it and lists the film
 * as its ingredient. Returns false and leaves no file if the film is small enough already or can't be reduced that far.
 */
export async function makeSmall(
  { films, credentials, logger }: SmallDeps,
  { rendition, making, unsealed, maxBytes = appLimits.messengers.maxBytes, ...request }: SmallRequest,
): Promise<boolean> {
  const { film, output } = request;
  const { size } = await stat(film);
  if (size <= maxBytes) return false;
  const ingredients = [
    { path: film, type: 'video/mp4' as const, title: 'Film' as const, makers: making.makers },
  ];
  let room = maxBytes - (size - unsealed) - signatureBytes;
  for (let i = 0; i < tries; i++) {
    if (!(await films.fit({ ...request, maxBytes: room }))) break;
    await sealRendition(credentials, output, rendition, {
      making: smallProvenance(making),
      ingredients,
    });
    const over = (await stat(output)).size - maxBytes;
    if (over <= 0) return true;
    room -= over + signatureBytes;
  }
  await rm(output, { force: true });
  logger.error({ bytes: size }, 'a film could not be made small enough for messengers');
  return false;
}
