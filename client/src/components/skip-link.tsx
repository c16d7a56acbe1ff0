import { useTranslation } from 'react-i18next';

/** The first stop of the keyboard: past the header. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href="#main" className="skipLink">
      {t('common.skip')}
    </a>
  );
}
