import { useTranslation } from 'react-i18next';

/** The first tab stop, which skips the header. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href="#main" className="skipLink">
      {t('common.skip')}
    </a>
  );
}
