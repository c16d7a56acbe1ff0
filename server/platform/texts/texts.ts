import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '#shared/languages.ts';
import { currency } from '#shared/packages.ts';
import type en from './en.json';

/** User-facing texts of the server itself: mails, receipts, the pages of the payment sandbox. */
export type ServerTexts = typeof en;

const folder = import.meta.dirname;

/** One file per language; scripts/check-translations.ts requires all of them to have the English file's keys. */
export const serverTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')),
  ]),
) as Record<Language, ServerTexts>;

/** Replaces the `{{names}}` in a text with their values. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/{{(\w+)}}/g, (_slot, name: string) => String(values[name] ?? ''));
}

/** A moment in words, to the minute, independent of the reader's time zone: `22 November 2026 at 20:45 UTC`. */
export function momentText(moment: Date, language: Language): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(moment)} UTC`;
}

/** The day of a moment in words: `22 November 2026`. */
export function dayText(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}

/** A price in cents of a euro, in local format: `€8.99`, `8,99 €`. */
export function priceText(cents: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}
