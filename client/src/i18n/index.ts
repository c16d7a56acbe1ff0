import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '../../../shared/languages.ts';
import { fetchPart } from '../lib/fetch-part.ts';
import { detectLanguage } from './language.ts';
import { namespaceOptions, type Namespace } from './texts.ts';

const namespaces = ['common', 'app'] as const satisfies Namespace[];
const files = import.meta.glob<object>('./*/{app,common}.json', { import: 'default' });

/** Loads the app's texts in a language, unless they are there. Rejects if they can't be loaded. */
export async function loadTexts(language: Language): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  const texts = await Promise.all(
    missing.map((namespace) => fetchPart(files[`./${language}/${namespace}.json`]!)),
  );
  for (const [index, namespace] of missing.entries())
    i18next.addResourceBundle(language, namespace, texts[index]);
}

const language = detectLanguage(window.location.pathname);

void i18next.use(initReactI18next).init({
  resources: {},
  ...namespaceOptions(namespaces),
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
