import type { MusicForm } from './music-form.ts';

/** The music of one film: sections of a piece from a beginning to its own ending. Times are seconds in the film. */
export interface Arrangement {
  /** In order. `at` is where the section's first bar line is heard; what leads up to it sounds before. */
  readonly parts: readonly { readonly section: string; readonly at: number }[];
  /** The beginning of each bar. */
  readonly bars: readonly number[];
  /** The length, until the last chord has died away. */
  readonly seconds: number;
}

/** What makes up for a deviation from the wanted length by one millisecond. */
type Cost = number;
const costOf = {
  /** Going on with another section than the one that is written next. */
  leap: 750,
  /** In addition, going back: divided by the number of sections that are heard again, because a short loop is obvious. */
  loop: 2000,
  /** Beginning without the intro, or in the middle of a piece that has none. */
  noIntro: 2000,
} satisfies Record<string, Cost>;

/** Of ways that arrive at the same section in the same slot, only the one with the lowest cost is followed. */
const slotMilliseconds = 100;

/** A way from a beginning up to a section, which is not played yet. */
interface Way {
  readonly section: number;
  /** Milliseconds in the film. */
  readonly at: number;
  readonly cost: Cost;
  readonly before: Way | null;
}

/**
 * Arranges a piece for a film: a succession of sections that the form allows, from one that begins to one that ends,
 * whose length is nearest to `seconds`. It is longer than `atMost` seconds only if the shortest one is. The written order
 * and the intro are preferred if that costs little in length. The same arguments always give the same arrangement.
 * Throws Error if the form has no way from a beginning to an end.
 */
export function arrangeMusic(
  form: MusicForm,
  seconds: number,
  { atMost = Number.POSITIVE_INFINITY }: { atMost?: number } = {},
): Arrangement {
  const wanted = milliseconds(seconds);
  const longest = milliseconds(atMost);
  let best: { way: Way; rank: Cost } | undefined;
  for (const way of waysThrough(form, wanted + milliseconds(form.seconds))) {
    // Later ways only deviate more, or are longer.
    if (best && (way.at > longest || way.at - wanted > best.rank)) break;
    if (!form.sections[way.section]?.ends) continue;
    const length = lengthOf(form, way);
    const rank = length > longest ? tooLong + length : Math.abs(length - wanted) + way.cost;
    if (!best || rank < best.rank) best = { way, rank };
  }
  if (!best) throw new Error(`The form of ${form.id} has no way to its end`);
  return describe(form, best.way);
}

/** More than any other cost. */
const tooLong: Cost = 1e12;

/** Follows all ways to all sections that begin at most `limit` milliseconds into the film, the earliest first. */
function* waysThrough({ sections }: MusicForm, limit: number): Generator<Way> {
  const position = new Map(sections.map(({ name }, index) => [name, index]));
  const slots: Map<number, Way>[] = [];
  const offer = (way: Way) => {
    const rivals = (slots[Math.floor(way.at / slotMilliseconds)] ??= new Map());
    const rival = rivals.get(way.section);
    if (!rival || way.cost < rival.cost) rivals.set(way.section, way);
  };
  const upbeat = milliseconds(sections[0]?.from ?? 0);
  for (const [section, { begins }] of sections.entries())
    if (begins) offer({ section, at: upbeat, cost: section === 0 ? 0 : costOf.noIntro, before: null });
  for (let slot = 0; slot * slotMilliseconds <= limit; slot++)
    for (const way of slots[slot]?.values() ?? []) {
      yield way;
      const played = sections[way.section];
      const at = way.at + milliseconds(played?.to ?? 0) - milliseconds(played?.from ?? 0);
      for (const name of played?.next ?? []) {
        const section = position.get(name);
        if (section === undefined) continue;
        offer({ section, at, cost: way.cost + costOfStep(way.section, section), before: way });
      }
    }
}

function costOfStep(from: number, to: number): Cost {
  if (to === from + 1) return 0;
  return costOf.leap + (to <= from ? costOf.loop / (from + 1 - to) : 0);
}

/** Milliseconds until the last chord of a way to an end has died away. */
function lengthOf({ sections, seconds }: MusicForm, { section, at }: Way): number {
  return at + milliseconds(seconds) - milliseconds(sections[section]?.from ?? 0);
}

function describe(form: MusicForm, end: Way): Arrangement {
  const ways: Way[] = [];
  for (let way: Way | null = end; way; way = way.before) ways.unshift(way);
  const played = ways.flatMap(({ section: index, at }) => {
    const section = form.sections[index];
    return section ? [{ section, at }] : [];
  });
  return {
    parts: played.map(({ section, at }) => ({ section: section.name, at: at / 1000 })),
    bars: played.flatMap(({ section, at }) =>
      form.bars
        .filter((bar) => bar >= section.from && bar < section.to)
        .map((bar) => (at + milliseconds(bar) - milliseconds(section.from)) / 1000),
    ),
    seconds: lengthOf(form, end) / 1000,
  };
}

/** Times in a form are whole milliseconds: their sums are exact, and bar lines don't drift. */
const milliseconds = (seconds: number): number => Math.round(seconds * 1000);
