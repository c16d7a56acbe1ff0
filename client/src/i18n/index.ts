import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, languages } from '../../../shared/languages.ts';
import { detectLanguage } from './language.ts';
import { namespaceOptions, resourcesFrom } from './texts.ts';

const files = import.meta.glob<object>('./*/{app,common}.json', { eager: true, import: 'default' });

void i18next.use(initReactI18next).init({
  resources: resourcesFrom(files),
  ...namespaceOptions(['common', 'app']),
  lng: detectLanguage(window.location.pathname),
  fallbackLng: defaultLanguage,
  supportedLngs: languages,
  initAsync: false,
  // React escapes already.
  interpolation: { escapeValue: false },
});

export { i18next };
