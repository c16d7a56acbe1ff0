import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import classes from './account-popover.module.css';

/**
 * The account menu of a page without the component library: the avatar, the email, and the
 * way out. Logging out loads the page anew.
 */
export function AccountPopover({ email }: { email: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');

  async function logOut() {
    setState('pending');
    try {
      await api.auth.signOut.mutate();
      window.location.reload();
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <button
        type="button"
        className={classes.avatar}
        popoverTarget="account"
        aria-label={t('header.account', { email })}
        data-letter={email.charAt(0).toUpperCase()}
      />
      <div id="account" popover="auto" className={classes.menu}>
        <p className={classes.label}>
          {t('header.signedInAs')}
          <strong className={classes.email}>{email}</strong>
        </p>
        {state === 'failed' && (
          <p className={classes.failed} role="alert">
            {t('header.logoutFailed')}
          </p>
        )}
        <button
          type="button"
          className={classes.item}
          disabled={state === 'pending'}
          onClick={() => void logOut()}
        >
          <IconLogout size={18} aria-hidden />
          {t('header.logOut')}
        </button>
      </div>
    </>
  );
}
