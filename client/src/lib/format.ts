import type { Language } from '../../../shared/languages.ts';
import { appLimits } from '../../../shared/app-limits.ts';

/** A file's size for people: `340 KB`, `2.4 MB`, with the language's decimal mark. */
export function formatBytes(bytes: number, language: Language): string {
  const mega = bytes >= 1024 * 1024;
  const unit = mega ? 'megabyte' : 'kilobyte';
  const value = mega ? bytes / 1024 / 1024 : Math.max(1, Math.round(bytes / 1024));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: mega ? 1 : 0,
  })
    .format(value)
    .replace('kB', 'KB');
}

/** A date as month and day, in the order of the language: `Nov 21`, `21 nov`. */
export function formatMonthDay(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(new Date(iso));
}

/** A moment as day and time: `Nov 21, 3:42 PM`, `21 nov, 15:42`; with the year where it is not this one. */
export function formatMoment(iso: string, language: Language, now = new Date()): string {
  const moment = new Date(iso);
  return new Intl.DateTimeFormat(language, {
    ...(moment.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(moment);
}

/** A day of the calendar, `2019-08-21`, in words: `August 21, 2019`, `21 agosto 2019`. */
export function formatDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Seconds as `0:07` or `12:30`. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A while in words, rounded up to whole seconds, minutes or hours: `40 seconds`, `2 minuti`. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, length] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 3600
        ? (['minute', 60] as const)
        : (['hour', 3600] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / length),
  );
}

/** A usual time as whole minutes, `2-3`; null where it is a matter of seconds. */
export function minutesRange(usual: { min: number; max: number }): string | null {
  if (usual.max < 60) return null;
  const from = Math.max(1, Math.round(usual.min / 60));
  const to = Math.ceil(usual.max / 60);
  return from >= to ? `${to}` : `${from}-${to}`;
}

/** The last characters of an id, as videos are labelled. */
export function shortId(id: string): string {
  return id.slice(-appLimits.gallery.idLabelLength);
}
