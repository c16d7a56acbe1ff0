import { useTranslation } from 'react-i18next';
import { href } from '../../../shared/pages.ts';
import { AppHeader } from '../components/app-header.tsx';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { Frames } from '../features/frames/frames.tsx';
import { useLanguage } from '../i18n/use-language.ts';

/** Where televisions and tablets are made frames, and stopped. */
export function FramesPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  return (
    <>
      <AppHeader lead={<BackLink to={href(language, 'create')} label={t('packages.back')} />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.frames')}>
        <PageColumn heading={t('frames.heading')} lead={t('frames.lead')} compact>
          <Frames />
        </PageColumn>
      </Page>
    </>
  );
}
