import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import type { Language } from '../../shared/languages.ts';
import { rememberLanguage } from './i18n/language.ts';

/** Everything below speaks `language`, which is remembered as the visitor's, unless they were sent here unasked. */
export function LanguageRoute({ language }: { language: Language }) {
  const { i18n } = useTranslation();
  const { state } = useLocation();
  const unasked = Boolean(state?.unasked);

  useLayoutEffect(() => {
    void i18n.changeLanguage(language);
    if (!unasked) rememberLanguage(language);
  }, [i18n, language, unasked]);

  return <Outlet />;
}
