import type { Language } from '../../../shared/languages.ts';
import { currency } from '../../../shared/packages.ts';

/** A price in cents as people write it: `€8.99`, `8,99 €`. */
export function formatPrice(cents: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

/** What was added or taken, always with its sign: `+5`, `−1` (a true minus, which is read out as one). */
export function formatChange(delta: number, language: Language): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(delta).replace('-', '−');
}

/** A moment as date and time, short: `Nov 21, 2025, 1:24 PM`, `21 nov 2025, 13:24`. */
export function formatMoment(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
