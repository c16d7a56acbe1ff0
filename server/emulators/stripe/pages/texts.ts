import { type Language, languages } from '#shared/languages.ts';
import { type ServerTexts, serverTexts } from '#server/platform/texts/texts.ts';

/** Every text of the hosted pages. */
export type Texts = ServerTexts['sandbox'];

export const texts = Object.fromEntries(
  languages.map((language) => [language, serverTexts[language].sandbox]),
) as Record<Language, Texts>;

/** Formats an `amount` in the smallest unit of `currency` for the language. */
export function formatPrice(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
