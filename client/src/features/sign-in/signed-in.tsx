import { Activity, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useOutletContext } from 'react-router';
import { Button } from '#client/ui/button.tsx';
import type { User } from '#shared/schemas/auth.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { useChanges } from '#client/entities/changes/use-changes.ts';
import { AuthScreen } from './auth-screen.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { useSession } from './use-session.ts';

/**
 * Renders its pages for a signed-in user; otherwise the auth screen, and a spinner until that is known. If a session
 * ends midway, nothing is lost: the page is kept behind the auth screen, for the same user.
 */
export function SignedIn() {
  const { t } = useTranslation();
  const session = useSession();
  const [known, setKnown] = useState<User | null>(null);
  const user = session.state === 'signed-in' ? session.user : known;
  if (user && user !== known) setKnown(user);
  if (session.state === 'loading') return <Spinner />;
  if (session.state !== 'failed') {
    const ended = session.state === 'signed-out';
    return (
      <>
        {ended && <AuthScreen ended={user} />}
        {user && (
          <Activity mode={ended ? 'hidden' : 'visible'}>
            {user.deletesAt && <DeletionNotice deletesAt={user.deletesAt} />}
            <Changes />
            <Outlet context={user} />
          </Activity>
        )}
      </>
    );
  }
  return (
    <Page title={t('titles.loading')}>
      <Notice title={t('auth.checkFailed')} text={t('auth.checkFailedText')}>
        <Button onClick={session.retry}>{t('common.tryAgain')}</Button>
      </Notice>
    </Page>
  );
}

/** Below the boundary that hides the page: behind the auth screen, nobody listens. */
function Changes() {
  useChanges();
  return null;
}

/** The current user, on a page below `SignedIn`. */
export function useUser(): User {
  return useOutletContext<User>();
}
