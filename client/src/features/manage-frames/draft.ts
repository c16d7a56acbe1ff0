import { plainLine } from '#shared/plain-text.ts';
import type { Display, DisplaySettings } from '#shared/schemas/display.ts';
import type { FilmRef } from '#shared/schemas/share.ts';

/** A frame's settings while its owner edits them; times as in their input fields, `22:00`. */
export interface FrameDraft {
  name: string;
  all: boolean;
  /** In the order chosen. */
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

/** The form's initial values: those of an existing frame, or the defaults of a new one. */
export function draftOf(frame: Display | null): FrameDraft {
  return {
    name: frame?.name ?? '',
    all: !frame?.films,
    chosen: frame?.films ?? [],
    dimmed: frame ? frame.dim !== null : true,
    from: timeOf(frame?.dim?.from ?? 22 * 60),
    until: timeOf(frame?.dim?.until ?? 7 * 60),
  };
}

/** What is wrong with a draft: no film chosen, or invalid hours. */
export type DraftProblem = 'noFilms' | 'noHours';

/** The settings of a valid draft, otherwise its problem. */
export function settingsOf(draft: FrameDraft): DisplaySettings | DraftProblem {
  const [from, until] = [minutesOf(draft.from), minutesOf(draft.until)];
  if (!draft.all && draft.chosen.length === 0) return 'noFilms';
  const films = draft.all ? null : draft.chosen;
  const name = plainLine(draft.name) || null;
  if (!draft.dimmed) return { name, films, dim: null };
  if (from === null || until === null || from === until) return 'noHours';
  return { name, films, dim: { from, until } };
}

/** Adds this film to the choice, or removes it. */
export function toggled(chosen: readonly FilmRef[], film: FilmRef): FilmRef[] {
  const others = chosen.filter(({ kind, id }) => kind !== film.kind || id !== film.id);
  return others.length < chosen.length ? others : [...chosen, film];
}
