import { type ReactNode, use, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useParams } from 'react-router';
import { isLanguage } from '#shared/languages.ts';
import { hasTexts, loadTexts } from '#client/i18n/index.ts';
import { detectLanguage, rememberLanguage } from '#client/i18n/language.ts';

/**
 * Renders its children in the language that the path starts with, and remembers it as the visitor's choice. Renders
 * `otherwise`, in the visitor's own language, if the path has no language prefix. Suspends while another language's texts
 * are loading, and throws if they can't be loaded.
 */
export function LanguageRoute({ otherwise }: { otherwise: ReactNode }) {
  const { i18n } = useTranslation();
  const { language: prefix } = useParams();
  const { pathname } = useLocation();
  const language = detectLanguage(pathname);
  const chosen = isLanguage(prefix);

  // Navigation is a transition: until the texts are there, the page stays as it is.
  if (!hasTexts(language)) use(loadTexts(language));

  useLayoutEffect(() => {
    void i18n.changeLanguage(language);
  }, [i18n, language]);
  useLayoutEffect(() => {
    if (chosen) rememberLanguage(language);
  }, [language, chosen]);

  return isLanguage(prefix) ? <Outlet /> : otherwise;
}
