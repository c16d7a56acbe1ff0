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

/** A wheel that turns; whoever shows it says in words what is waited for. */
export const Wheel = () => <Loader color="var(--accent)" aria-hidden />;

/** A spinner within a page. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Wheel />
      <span className="visuallyHidden">{t('common.loading')}</span>
    </div>
  );
}
