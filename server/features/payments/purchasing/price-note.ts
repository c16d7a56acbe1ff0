import { type Language, languages } from '#shared/languages.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';

export interface PriceNoteSettings {
  PRICE_NOTE?: Partial<Record<Language, string>> | undefined;
}

/** The note about VAT next to a price: the operator's text, or by default that VAT is included. */
export function priceNote({ PRICE_NOTE }: PriceNoteSettings, language: Language): string {
  return PRICE_NOTE?.[language] ?? serverTexts[language].purchase.vat;
}

/** The note in every language. */
export function allPriceNotes(env: PriceNoteSettings): Record<Language, string> {
  const notes = languages.map((language) => [language, priceNote(env, language)]);
  return Object.fromEntries(notes) as Record<Language, string>;
}
