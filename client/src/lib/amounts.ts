import type { Language } from '#shared/languages.ts';
import { currency } from '#shared/packages.ts';
import { regional } from './format.ts';
import { perLanguage } from './per-language.ts';

const priceIn = perLanguage((language) => new Intl.NumberFormat(language, { style: 'currency', currency }));
const changeIn = perLanguage((language) => new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }));
const momentIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Formats a price in cents: `€8.99`, `8,99 €`. */
export function formatPrice(cents: number, language: Language): string {
  return priceIn(language).format(cents / 100);
}

/** Formats a change of a balance, always with its sign: `+5`, `−1` (a true minus, which screen readers announce). */
export function formatChange(delta: number, language: Language): string {
  return changeIn(language).format(delta).replace('-', '−');
}

/** Formats a short date and time: `Nov 21, 2025, 1:24 PM`, `21 nov 2025, 13:24`. */
export function formatMoment(iso: string, language: Language): string {
  return momentIn(language).format(new Date(iso));
}
