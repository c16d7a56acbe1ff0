import { createInstance, type i18n } from 'i18next';
import type { Language } from '#shared/languages.ts';
import { namespaceOptions, type Namespace, type Resources } from './texts.ts';

/** Creates an i18next instance for one language with the given texts, ready synchronously. Several can coexist. */
export function createI18n(language: Language, texts: Resources): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: texts },
    ...namespaceOptions(Object.keys(texts) as Namespace[]),
    initAsync: false,
    // React escapes already.
    interpolation: { escapeValue: false },
  });
  return instance;
}
