import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './spinner.module.css';

/** A centred spinner, while a page is still finding out what to show. */
export function Spinner() {
  const { t } = useTranslation();
  return (
    <main id="main" tabIndex={-1} className={classes.waiting}>
      <div role="status">
        <Loader color="var(--accent)" aria-hidden />
        <span className="visuallyHidden">{t('common.loading')}</span>
      </div>
    </main>
  );
}
