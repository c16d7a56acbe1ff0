import type { PlannedShot } from '#shared/film/plan.ts';
import { titleYears } from '#shared/film/title-years.ts';
import type { Rendition } from '#shared/renditions.ts';
import type { FilmLook } from '#shared/schemas/film.ts';
import { drawCaption } from '#server/engine/join/cards/caption.ts';
import { drawClosingCard } from '#server/engine/join/cards/closing-card.ts';
import { drawTitleCard } from '#server/engine/join/cards/title-card.ts';
import type { FilmCard, FilmClip } from '#server/engine/join/types.ts';
import type { FoundVideo } from '../media/videos.ts';
import { asksForNothing } from './film-look.ts';

interface FilmTexts {
  readonly look: FilmLook;
  readonly albumName: string;
  /** Those that are shown, in order. */
  readonly videos: readonly FoundVideo[];
  readonly rendition: Rendition;
}

/** The clips and cards of a film, in order; `clips` are those of the shown videos. */
export function filmItems(
  planned: readonly PlannedShot[],
  clips: readonly FilmClip[],
  texts: FilmTexts,
): (FilmClip | FilmCard)[] {
  const shown = clips.entries();
  return planned.map(({ kind, frames }) => {
    if (kind !== 'video') return card(kind, frames!, texts);
    const [n, clip] = shown.next().value!;
    const { name } = texts.videos[n]!;
    return {
      ...clip,
      ...(frames === undefined ? {} : { frames }),
      ...chapterOf(texts, name ?? String(n + 1)),
      ...(texts.look.captions && name ? { caption: captionOf(name) } : {}),
    };
  });
}

function card(
  kind: 'title' | 'closing',
  frames: number,
  { look, albumName, videos, rendition }: FilmTexts,
): FilmCard {
  if (kind === 'title') {
    const years = titleYears(videos.flatMap(({ takenOn }) => takenOn ?? []));
    const says = { name: albumName, dedication: look.dedication ?? '', years };
    return {
      frames,
      identity: identityOf(kind, says),
      ...chapterOf({ look }, albumName),
      draw: (size) => drawTitleCard({ size, ...says }),
    };
  }
  // A purchase takes the maker's name away, like the watermark.
  const says = { closing: look.closing ?? '', madeWith: rendition === 'clean' ? null : 'Memori' };
  return { frames, identity: identityOf(kind, says), draw: (size) => drawClosingCard({ size, ...says }) };
}

/** Who asks for nothing gets a film as it has always been. The closing card belongs to the last video's chapter. */
const chapterOf = ({ look }: Pick<FilmTexts, 'look'>, chapter: string) =>
  asksForNothing(look) ? {} : { chapter };

function captionOf(text: string): NonNullable<FilmClip['caption']> {
  return { identity: identityOf('caption', { text }), draw: (size) => drawCaption({ size, text }) };
}

const identityOf = (kind: string, says: object): string => JSON.stringify([kind, says]);
