import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useParams } from 'react-router';
import { isLanguage } from '../../shared/languages.ts';
import { loadTexts } from './i18n/index.ts';
import { detectLanguage, rememberLanguage } from './i18n/language.ts';

/**
 * Renders its children in the language that the path starts with, and remembers it as the visitor's choice. Renders
 * `otherwise`, in the visitor's own language, if the path has no language prefix. Throws if another language's texts
 * can't be loaded.
 */
export function LanguageRoute({ otherwise }: { otherwise: ReactNode }) {
  const { i18n } = useTranslation();
  const { language: prefix } = useParams();
  const { pathname } = useLocation();
  const language = detectLanguage(pathname);
  const chosen = isLanguage(prefix);
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null);

  useLayoutEffect(() => {
    let isCurrent = true;
    async function changeLanguage() {
      await loadTexts(language);
      if (isCurrent) await i18n.changeLanguage(language);
    }
    changeLanguage().catch((reason: unknown) => {
      if (isCurrent) setFailure({ reason });
    });
    return () => {
      isCurrent = false;
    };
  }, [i18n, language]);
  useLayoutEffect(() => {
    if (chosen) rememberLanguage(language);
  }, [language, chosen]);

  if (failure) throw failure.reason;

  return isLanguage(prefix) ? <Outlet /> : otherwise;
}
