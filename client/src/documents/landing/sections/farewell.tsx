import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { justDeleted } from '#client/lib/session-flags.ts';
import classes from './farewell.module.css';

/** Confirms, until the next page, that the visitor's account was deleted. Empty at first, so that it is announced. */
export function Farewell() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (justDeleted.read() === null) return;
    justDeleted.remove();
    // oxlint-disable-next-line react/set-state-in-effect -- only what is added later is announced.
    setShown(true);
  }, []);
  return <div role="status">{shown && <p className={classes.line}>{t('landing.deleted')}</p>}</div>;
}
