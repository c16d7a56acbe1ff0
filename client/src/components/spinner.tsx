import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './spinner.module.css';

/** A page's main region with a spinner, while it is still finding out what to show. */
export function Spinner() {
  return (
    <main id="main" tabIndex={-1} className={classes.waiting}>
      <Loading />
    </main>
  );
}

/** A spinner within a page. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Loader color="var(--accent)" aria-hidden />
      <span className="visuallyHidden">{t('common.loading')}</span>
    </div>
  );
}
