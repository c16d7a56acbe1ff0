import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '#shared/pages.ts';
import { AppHeader } from '#client/ui/app-header.tsx';
import button from '#client/ui/plain/button.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { RecoveredAccesses } from '#client/features/settings/recovered-accesses.tsx';
import { ResetScreen } from '#client/features/sign-in/reset-screen.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { justSignedIn } from '#client/lib/session-flags.ts';
import { useLinkToken } from '#client/lib/use-link-token.ts';

/** The target of a mail's link that resets the password. */
export function ResetPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const token = useLinkToken();
  const [isReset, setReset] = useState(false);

  function enter() {
    justSignedIn.write('1');
    window.location.assign(href(language, 'create'));
  }

  return (
    <>
      <AppHeader />
      <Page title={t('titles.reset')}>
        {isReset ? (
          <RecoveredAccesses onDone={enter} />
        ) : token ? (
          <ResetScreen token={token} onReset={() => setReset(true)} />
        ) : (
          <Notice title={t('reset.noLinkTitle')} text={t('reset.noLinkText')}>
            <Link to={href(language, 'create', { hash: 'sign-in' })} className={button.filled}>
              {t('auth.signIn.submit')}
            </Link>
          </Notice>
        )}
      </Page>
    </>
  );
}
