import { IconDeviceTv, IconLogout, IconMailbox } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import classes from './account-menu.module.css';

export interface AccountLinkProps {
  href: string;
  className: string | undefined;
  children: ReactNode;
}

interface AccountMenuProps {
  email: string;
  /** The addresses of the account page, the frames and the family boxes. */
  href: { account: string; frames: string; boxes: string };
  /** The component for the link; defaults to a plain link. */
  link?: ComponentType<AccountLinkProps> | undefined;
  /** The state of logging out. */
  state: 'idle' | 'pending' | 'failed';
  onLogOut: () => void;
}

/** The avatar (first letter of the email) with its menu: the email, the family's screens and boxes, the account page, and logging out. */
export function AccountMenu({ email, href, link, state, onLogOut }: AccountMenuProps) {
  const { t } = useTranslation();
  const id = useId();
  const Anchor = link ?? 'a';
  return (
    <>
      <button
        type="button"
        className={`${button.round} ${classes.avatar}`}
        popoverTarget={id}
        aria-label={t('header.account', { email })}
        data-letter={email.charAt(0).toUpperCase()}
      />
      <div id={id} popover="auto" className={classes.menu}>
        <p className={classes.label}>
          {t('header.signedInAs')}
          <strong className={classes.email}>{email}</strong>
        </p>
        {state === 'failed' && (
          <p className={classes.failed} role="alert">
            {t('header.logoutFailed')}
          </p>
        )}
        <p className={classes.label} id={`${id}family`}>
          {t('header.family')}
        </p>
        <div role="group" aria-labelledby={`${id}family`}>
          <Anchor href={href.frames} className={classes.item}>
            <IconDeviceTv size={18} aria-hidden />
            {t('header.television')}
          </Anchor>
          <Anchor href={href.boxes} className={classes.item}>
            <IconMailbox size={18} aria-hidden />
            {t('header.box')}
          </Anchor>
        </div>
        <hr className={classes.line} />
        <Anchor href={href.account} className={classes.item}>
          {t('header.yourAccount')}
        </Anchor>
        <button type="button" className={classes.item} disabled={state === 'pending'} onClick={onLogOut}>
          <IconLogout size={18} aria-hidden />
          {t('header.logOut')}
        </button>
      </div>
    </>
  );
}
