import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { ErrorCode } from '../../../shared/errors.ts';
import { defaultLanguage, type Language, languages } from '../../../shared/languages.ts';
import en from './en.json';
import it from './it.json';
import { detectLanguage } from './language.ts';

/** The shape that each language must have: the English file's, and a text for every error code. */
type Translation = typeof en & { errors: Record<ErrorCode, string> };

const resources = {
  en: { translation: en satisfies typeof it },
  it: { translation: it },
} satisfies Record<Language, { translation: Translation }>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

void i18next.use(initReactI18next).init({
  resources,
  lng: detectLanguage(window.location.pathname),
  fallbackLng: defaultLanguage,
  supportedLngs: languages,
  initAsync: false,
  // React escapes already.
  interpolation: { escapeValue: false },
});

export { i18next };
