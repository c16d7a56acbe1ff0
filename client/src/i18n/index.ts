import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '../../../shared/languages.ts';
import { fetchPart } from '../lib/fetch-part.ts';
import { detectLanguage } from './language.ts';
import { appNamespaces, namespaceOptions } from './texts.ts';

const files = import.meta.glob<object>('./*/{app,common}.json', { import: 'default' });

/** Loads the app's texts in a language, unless they are there. Rejects if they can't be loaded. */
export async function loadTexts(language: Language): Promise<void> {
  const missing = appNamespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = await fetchPart(files[`./${language}/${namespace}.json`]!);
      i18next.addResourceBundle(language, namespace, texts);
    }),
  );
}

const language = detectLanguage(window.location.pathname);

void i18next.use(initReactI18next).init({
  resources: {},
  ...namespaceOptions(appNamespaces),
  lng: language,
  fallbackLng: false,
  supportedLngs: languages,
  initAsync: false,
  // React escapes already.
  interpolation: { escapeValue: false },
});
// The document of a language has its browser fetch them beside the scripts.
await loadTexts(language);

export { i18next };
