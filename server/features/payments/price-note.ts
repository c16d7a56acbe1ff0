import { type Language, languages } from '../../../shared/languages.ts';
import { serverTexts } from '../../platform/texts.ts';

export interface PriceNoteSettings {
  PRICE_NOTE?: Partial<Record<Language, string>> | undefined;
}

/** What stands beside a price about VAT: the operator's words, else that it is included. */
export function priceNote({ PRICE_NOTE }: PriceNoteSettings, language: Language): string {
  return PRICE_NOTE?.[language] ?? serverTexts[language].purchase.vat;
}

/** The same in every language. */
export function allPriceNotes(env: PriceNoteSettings): Record<Language, string> {
  const notes = languages.map((language) => [language, priceNote(env, language)]);
  return Object.fromEntries(notes) as Record<Language, string>;
}
