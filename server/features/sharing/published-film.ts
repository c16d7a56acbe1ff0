import { buffer } from 'node:stream/consumers';
import type { Provenance } from '#shared/schemas/provenance.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import { makeShareCard } from '#server/engine/share-card.ts';
import type { Asker } from '#server/platform/concurrency/shared-work.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireScope } from '#server/rpc/caller.ts';
import type { Context } from '#server/rpc/context.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { findAlbumProvenanceSource } from '../albums/find-albums.ts';
import { findVideoProvenanceSource } from '../generation/find-videos.ts';
import type { FoundFilm } from '../media/find-film.ts';
import { readProvenance } from '../media/provenance.ts';
import { fileToSend, findPublished, publishedFile, type PublishedPart } from '../media/published-file.ts';

/*
 * The files of a film for whoever may see it: anyone while it is shared, else its owner and their programs. To others it is
 * like an unknown one: AppError `task_not_found` or `album_not_found`.
 */

const published = ({ deps, identify }: Context, film: FilmRef): Promise<FoundFilm> =>
  findPublished(deps.db, film, async () => {
    const caller = await identify();
    requireScope(caller, 'read');
    return caller && { userId: caller.user.id, by: caller.by };
  });

export async function filmFile(
  ctx: Context,
  film: FilmRef,
  { download, part }: { download: boolean; part: PublishedPart },
): Promise<FileResponse> {
  const found = await published(ctx, film);
  const file = await fileToSend(ctx, found, part);
  return { kind: 'stored', ...file, disposition: download ? 'attachment' : 'inline', embeddable: true };
}

export async function filmPoster(ctx: Context, film: FilmRef): Promise<FileResponse> {
  const poster = publishedFile(await published(ctx, film), 'poster');
  return { kind: 'stored', ...poster, disposition: 'inline', embeddable: true };
}

/** Throws AppError `not_found` if the first frame is gone. */
export async function filmCard(ctx: Context, film: FilmRef): Promise<FileResponse> {
  const { storage, cards } = ctx.deps;
  const { storageKey } = publishedFile(await published(ctx, film), 'poster');
  if (!(await storage.stat(storageKey))) throw new AppError('not_found');
  const make = async () => makeShareCard(await buffer(await storage.read(storageKey)));
  const draw = () => ctx.inOwnLine((asker) => cards(storageKey, asker, make));
  return { kind: 'drawn', identity: `card of ${storageKey}`, draw };
}

/** The provenance of the file that is currently served; at a video's address, albums are found as well. */
export async function filmProvenance(
  ctx: Context,
  film: FilmRef,
  part: PublishedPart,
  asker: Asker,
): Promise<Provenance> {
  try {
    return await provenanceOf(ctx, film, part, asker);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'task_not_found')) throw error;
    return provenanceOf(ctx, { kind: 'album', id: film.id }, part, asker).catch((cause: unknown) => {
      throw cause instanceof AppError ? error : cause;
    });
  }
}

const sources = { video: findVideoProvenanceSource, album: findAlbumProvenanceSource } as const;

async function provenanceOf(
  ctx: Context,
  film: FilmRef,
  part: PublishedPart,
  asker: Asker,
): Promise<Provenance> {
  const { db, checkFile } = ctx.deps;
  const file = publishedFile(await published(ctx, film), part);
  const credentials = await checkFile(file.storageKey, asker);
  return { ...(await readProvenance(db, await sources[film.kind](db, film.id), file)), credentials };
}
