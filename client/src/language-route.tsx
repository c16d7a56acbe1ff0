import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useParams } from 'react-router';
import { isLanguage } from '../../shared/languages.ts';
import { detectLanguage, rememberLanguage } from './i18n/language.ts';

/**
 * Everything below speaks the language that the path begins with, which is remembered as the visitor's. Shows
 * `otherwise`, in the visitor's own language, where the path begins with none.
 */
export function LanguageRoute({ otherwise }: { otherwise: ReactNode }) {
  const { i18n } = useTranslation();
  const { language: prefix } = useParams();
  const { pathname } = useLocation();
  const language = detectLanguage(pathname);
  const chosen = isLanguage(prefix);

  useLayoutEffect(() => {
    void i18n.changeLanguage(language);
    if (chosen) rememberLanguage(language);
  }, [i18n, language, chosen]);

  return isLanguage(prefix) ? <Outlet /> : otherwise;
}
