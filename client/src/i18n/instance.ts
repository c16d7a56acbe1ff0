import { createInstance, type i18n } from 'i18next';
import type { Language } from '../../../shared/languages.ts';
import { lookIn, type Namespace, type Resources } from './texts.ts';

/** Speaks one language, with the given texts of it; ready at once. Several may exist side by side. */
export function createI18n(language: Language, texts: Resources): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: texts },
    ...lookIn(Object.keys(texts) as Namespace[]),
    initAsync: false,
    // React escapes already.
    interpolation: { escapeValue: false },
  });
  return instance;
}
