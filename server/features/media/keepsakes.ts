import { buffer } from 'node:stream/consumers';
import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import type { CardFormat } from '#shared/schemas/keepsake.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import { makeKeepsake } from '#server/engine/keepsake/keepsake.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { entitledRendition } from './entitlement.ts';
import { posterKey } from './film-keys.ts';
import type { OwnFilm } from './published-file.ts';

/** A film to print on a card. */
export interface PrintableFilm extends OwnFilm {
  kind: SharedKind;
}

interface PrintDeps {
  db: Pick<Tx, 'purchase'>;
  storage: Storage;
  publicUrl: string;
}

/**
 * Makes a PDF of cards for the user's films, each with its first frame, in the rendition that the user is currently
 * entitled to, and a code that links to its public page.
 */
export async function printCards(
  { db, storage, publicUrl }: PrintDeps,
  userId: string,
  films: readonly PrintableFilm[],
  { format, onA4, language }: { format: CardFormat; onA4: boolean; language: Language },
): Promise<NodeJS.ReadableStream> {
  const rendition = await entitledRendition(db, userId);
  const cards = [];
  for (const { kind, id, name, prefix } of films) {
    const photo = await buffer(await storage.read(posterKey(prefix, rendition)));
    cards.push({ photo, name, url: publicUrl + href(language, kind, { id }) });
  }
  const { hint, title } = serverTexts[language].keepsake;
  return makeKeepsake(cards, { format, onA4, hint, title: films[0]?.name ?? title, language });
}
