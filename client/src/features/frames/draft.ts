import type { Frame, FrameSettings } from '../../../../shared/schemas/frame.ts';
import type { FilmRef } from '../../../../shared/schemas/share.ts';

/** A frame's settings while its owner types them; times as their fields have them, `22:00`. */
export interface FrameDraft {
  name: string;
  all: boolean;
  /** In the order of the choice. */
  chosen: FilmRef[];
  dimmed: boolean;
  from: string;
  until: string;
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}

/** What the form begins with: a frame as it is, or what a new one usually is. */
export function draftOf(frame: Frame | null): FrameDraft {
  return {
    name: frame?.name ?? '',
    all: !frame?.films,
    chosen: frame?.films ?? [],
    dimmed: frame ? frame.dim !== null : true,
    from: timeOf(frame?.dim?.from ?? 22 * 60),
    until: timeOf(frame?.dim?.until ?? 7 * 60),
  };
}

/** What is still wrong with a draft: no film chosen, or hours that are none. */
export type DraftProblem = 'noFilms' | 'noHours';

/** The settings that a draft stands for, or what is wrong with it. */
export function settingsOf(draft: FrameDraft): FrameSettings | DraftProblem {
  const [from, until] = [minutesOf(draft.from), minutesOf(draft.until)];
  if (!draft.all && draft.chosen.length === 0) return 'noFilms';
  const films = draft.all ? null : draft.chosen;
  const name = draft.name.trim() || null;
  if (!draft.dimmed) return { name, films, dim: null };
  if (from === null || until === null || from === until) return 'noHours';
  return { name, films, dim: { from, until } };
}

/** The choice with this film in it, or without it. */
export function toggled(chosen: readonly FilmRef[], film: FilmRef): FilmRef[] {
  const others = chosen.filter(({ kind, id }) => kind !== film.kind || id !== film.id);
  return others.length < chosen.length ? others : [...chosen, film];
}
