import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '#shared/languages.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { detectLanguage } from './language.ts';
import { appNamespaces, namespaceOptions } from './texts.ts';

const files = import.meta.glob<object>('./*/{app,common}.json', { import: 'default' });

const loading = new Map<Language, Promise<void>>();

async function addTexts(language: Language): Promise<void> {
  await Promise.all(
    appNamespaces.map(async (namespace) => {
      const texts = await fetchPart(files[`./${language}/${namespace}.json`]!);
      i18next.addResourceBundle(language, namespace, texts);
    }),
  );
}

/** Whether the app's texts in a language are there. */
export function hasTexts(language: Language): boolean {
  return appNamespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));
}

/** Loads the app's texts in a language: the same promise each time. Rejects if they can't be loaded. */
export function loadTexts(language: Language): Promise<void> {
  const texts = loading.get(language) ?? addTexts(language);
  loading.set(language, texts);
  return texts;
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
