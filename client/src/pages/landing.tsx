import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../components/page.tsx';
import { SiteHeader } from '../components/site-header.tsx';
import { useSession } from '../features/auth/use-session.ts';
import { Hero } from '../features/landing/hero.tsx';
import { useLanguage } from '../i18n/use-language.ts';

// Most visitors of this page are not signed in, and never need the menu.
const AccountMenu = lazy(() =>
  import('../features/auth/account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
);

/** The front door. */
export default function LandingPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const session = useSession();
  return (
    <>
      <SiteHeader>
        <Button component={Link} to={`/${language}/create`} size="sm" mih={44}>
          {t('header.create')}
        </Button>
        {session.state === 'signed-in' && (
          <Suspense>
            <AccountMenu email={session.user.email} />
          </Suspense>
        )}
      </SiteHeader>
      <Page title={t('titles.landing')}>
        <Hero />
      </Page>
    </>
  );
}
