import type { Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import { perLanguage } from './per-language.ts';

/** Formats a file size: `340 KB`, `2.4 MB`, with the language's decimal mark. */
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

/** The language as the reader's region writes it, by the browser's settings: `en-GB`; the plain one if they name none. */
export function regional(language: Language): string {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  return wanted.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;
}

const monthDay = { month: 'short', day: 'numeric' } as const;
const moment = { ...monthDay, hour: 'numeric', minute: '2-digit' } as const;
const monthDayIn = perLanguage((language) => new Intl.DateTimeFormat(regional(language), monthDay));
const momentIn = perLanguage((language) => new Intl.DateTimeFormat(regional(language), moment));
const momentWithYearIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regional(language), { ...moment, year: 'numeric' }),
);
const timeIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regional(language), { hour: 'numeric', minute: '2-digit' }),
);
const monthIn = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(regional(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const dayIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regional(language), { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Formats the month of a calendar date: `August 2019`, `agosto 2019`. */
export function formatMonth(day: string, language: Language): string {
  return monthIn(language).format(new Date(day));
}

/** Formats a date as month and day, in the order of the reader's region: `Nov 21`, `21 Nov`, `21 nov`. */
export function formatMonthDay(iso: string, language: Language): string {
  return monthDayIn(language).format(new Date(iso));
}

/** Formats a date and time: `Nov 21, 3:42 PM`, `21 nov, 15:42`; includes the year unless it is the current one. */
export function formatMoment(iso: string, language: Language, now = new Date()): string {
  const date = new Date(iso);
  const formatterIn = date.getFullYear() === now.getFullYear() ? momentIn : momentWithYearIn;
  return formatterIn(language).format(date);
}

/** Formats the time of day: `3:42 PM`, `15:42`. */
export function formatTime(iso: string, language: Language): string {
  return timeIn(language).format(new Date(iso));
}

/** Formats a calendar date such as `2019-08-21`: `August 21, 2019`, `21 agosto 2019`. */
export function formatDay(day: string, language: Language): string {
  return dayIn(language).format(new Date(day));
}

/** Formats seconds as `0:07` or `12:30`. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a duration in words, rounded up to whole seconds, minutes or hours: `40 seconds`, `2 minuti`. */
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

/** Formats a typical duration as whole minutes, `2-3`; null if it takes only seconds. */
export function minutesRange(usual: { min: number; max: number }): string | null {
  if (usual.max < 60) return null;
  const from = Math.max(1, Math.round(usual.min / 60));
  const to = Math.ceil(usual.max / 60);
  return from >= to ? `${to}` : `${from}-${to}`;
}

/** The last characters of an id, used as a video's label. */
export function shortId(id: string): string {
  return id.slice(-appLimits.gallery.idLabelLength);
}
