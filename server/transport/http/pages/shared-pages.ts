import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import type { ViteDevServer } from 'vite';
import { copyrightYears } from '#shared/copyright.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import type { LegalPage } from '#shared/legal-page.ts';
import { mergeIdSchema } from '#shared/schemas/album.ts';
import type { Provenance } from '#shared/schemas/provenance.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import { taskIdSchema } from '#shared/schemas/video.ts';
import { isSharedKind, type SharedKind, type SharedSlot, sharedSlots } from '#shared/shared-page.ts';
import { builtOrigin } from '#shared/site.ts';
import type { Deps } from '#server/composition/deps.ts';
import { findAlbumProvenanceSource, findSharedAlbum } from '#server/features/albums/find-albums.ts';
import { findSharedVideo, findVideoProvenanceSource } from '#server/features/generation/find-videos.ts';
import {
  presentFrameSize,
  type SizeColumns,
  type SharingColumns,
} from '#server/features/media/film-columns.ts';
import { describeProvenance } from '#server/features/media/provenance-text.ts';
import { readProvenance } from '#server/features/media/provenance.ts';
import { findPublished, publishedFile } from '#server/features/media/published-file.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { liveTemplate } from './vite.ts';

const folder = path.resolve(import.meta.dirname, '../../../../dist/client/.shared');

/** Loads a document with unfilled slots. */
export type SharedDocuments = (language: Language, page: SharedKind | LegalPage) => Promise<string>;

/** The documents made by scripts/build-client.ts. */
export const builtSharedDocuments: SharedDocuments = (language, page) =>
  readFile(path.join(folder, `${language}-${page}.html`), 'utf8');

/** The exports of client/src/documents/shared-film/render.tsx. */
interface Renderer {
  renderShared(template: string, language: Language, kind: SharedKind): string;
  renderLegal(template: string, language: Language, page: LegalPage): string;
}

/** Renders the documents from the client's current sources. */
export function liveSharedDocuments(vite: ViteDevServer): SharedDocuments {
  return async (language, page) => {
    const renderer = (await vite.ssrLoadModule('/src/documents/shared-film/render.tsx')) as Renderer;
    const template = await liveTemplate(vite, 'shared.html', '/');
    return isSharedKind(page)
      ? renderer.renderShared(template, language, page)
      : renderer.renderLegal(template, language, page);
  };
}

type Finder = (
  db: Deps['db'],
  id: string,
  language: Language,
) => Promise<Partial<Record<SharedSlot, string | number>> | null>;

const find: Record<SharedKind, Finder> = {
  async video(db, id, language) {
    const video = taskIdSchema.safeParse(id).success && (await findSharedVideo(db, id));
    if (!video) return null;
    return {
      ...messageOf(video),
      ...sizeOf(video),
      name: video.name ?? serverTexts[language].shared.unnamedVideo,
    };
  },
  async album(db, id) {
    const album = mergeIdSchema.safeParse(id).success && (await findSharedAlbum(db, id));
    if (!album) return null;
    const { stored, rendition } = publishedFile(await findForLink(db, { kind: 'album', id }), 'small');
    const small = stored === rendition ? '' : 'small';
    return { ...messageOf(album), ...sizeOf(album), name: album.name, small };
  },
};

const provenanceSource = { video: findVideoProvenanceSource, album: findAlbumProvenanceSource } as const;

/** The provenance of a shared film's file that is currently served. */
async function findProvenance(db: Deps['db'], film: FilmRef): Promise<Omit<Provenance, 'credentials'>> {
  const source = await provenanceSource[film.kind](db, film.id);
  return readProvenance(db, source, publishedFile(await findForLink(db, film), 'video'));
}

const findForLink = (db: Deps['db'], film: FilmRef) => findPublished(db, film, () => Promise.resolve(null));

/** For films whose size was not recorded. */
const usualSize = { width: 768, height: 960 };

const sizeOf = (film: SizeColumns) => ({ ...usualSize, ...presentFrameSize(film) });

const messageOf = ({ sender, dedication }: SharingColumns) => ({
  sender: sender ?? '',
  dedication: dedication ?? '',
});

/**
 * The public pages of videos and albums, keyed by their unguessable ids (GET and HEAD): accessible to anyone with the
 * link, but not indexed by search engines. Films that are unknown, deleted, unfinished or unshared are passed on to the
 * next handlers, like any unknown address.
 */
export function sharedPages(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  documents: SharedDocuments,
): Router {
  const router = Router({ strict: true });
  router.get('/:language/:kind/:id', async (req, res, next) => {
    const { language, kind, id } = req.params;
    if (!isLanguage(language) || !isSharedKind(kind)) return next();
    const found = await find[kind](db, id, language);
    if (!found) return next();
    const provenance = await findProvenance(db, { kind, id });
    const document = (await documents(language, kind)).replaceAll(builtOrigin, publicUrl);
    res
      .set({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' })
      .type('html')
      .send(
        fillSlots(document, {
          id,
          years: copyrightYears(new Date().getFullYear()),
          ...describeProvenance(provenance, language),
          ...found,
        }),
      );
  });
  return router;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const anySlot = new RegExp(Object.values(sharedSlots).join('|'), 'g');

/** Fills all slots in a single pass, so that slot-like text in a name is never replaced. */
function fillSlots(document: string, values: Partial<Record<SharedSlot, string | number>>): string {
  const bySlot = new Map(
    Object.entries(values).map(([name, value]) => [sharedSlots[name as SharedSlot], String(value)]),
  );
  return document.replaceAll(anySlot, (slot) =>
    (bySlot.get(slot) ?? '').replaceAll(/[&<>"]/g, (character) => entities[character] ?? character),
  );
}
