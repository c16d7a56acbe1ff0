import { createInstance, type i18n } from 'i18next';
import type { Language } from '../../../shared/languages.ts';
import type en from './en.json';

/** Some of the texts of a language, as sections of its file. */
export type Texts = Partial<typeof en>;

/** Speaks one language, with the given texts of it; ready at once. Several may exist side by side. */
export function createI18n(language: Language, texts: Texts): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    initAsync: false,
    // React escapes already.
    interpolation: { escapeValue: false },
  });
  return instance;
}
