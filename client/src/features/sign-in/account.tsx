import { type ComponentType, useState } from 'react';
import { href } from '#shared/pages.ts';
import { AccountMenu, type AccountLinkProps } from './account-menu.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { api } from '#client/api/api.ts';
import { useRestoredPage } from '#client/entities/user/use-restored-page.ts';
import { forgetPerson } from '#client/entities/user/forget-person.ts';

/**
 * The signed-in user's menu. Logging out leads to the landing page as a full page load, so that nothing of this user
 * stays in memory, previews and half-filled forms included. What the browser has stored of this user is deleted.
 */
export function Account({ email, link }: { email: string; link?: ComponentType<AccountLinkProps> }) {
  const language = useLanguage();
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');
  useRestoredPage(email);

  async function logOut() {
    setState('pending');
    try {
      await api.auth.signOut.mutate();
      await forgetPerson();
      window.location.assign(href(language, 'landing'));
    } catch {
      setState('failed');
    }
  }

  return (
    <AccountMenu
      email={email}
      href={{
        account: href(language, 'account'),
        frames: href(language, 'frames'),
        boxes: href(language, 'boxes'),
      }}
      link={link}
      state={state}
      onLogOut={() => void logOut()}
    />
  );
}
