import { useTranslation } from 'react-i18next';
import { defaultLanguage, isLanguage, type Language } from '../../../shared/languages.ts';

/** The language that the page speaks right now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}
