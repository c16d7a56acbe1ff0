import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useParams } from 'react-router';
import { isLanguage } from '../../shared/languages.ts';
import { detectLanguage, rememberLanguage } from './i18n/language.ts';

/**
 * Renders its children in the language that the path starts with, and remembers it as the visitor's choice. Renders
 * `otherwise`, in the visitor's own language, if the path has no language prefix.
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
