import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import { AppHeader } from '#client/ui/app-header.tsx';
import { BackLink } from '#client/ui/back-link.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageColumn } from '#client/ui/page-column.tsx';
import { AppAccount } from '#client/features/sign-in/app-account.tsx';
import { useUser } from '#client/features/sign-in/signed-in.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';

interface SubPageProps {
  /** The document's title. */
  title: string;
  heading: string;
  lead: string;
  /** As in PageColumn. */
  workFirst?: boolean;
  /** The back link; leads to the create page by default. */
  back?: ReactNode;
  /** Shown next to the account menu. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page of the app other than the create page, with a back link. */
export function SubPage({ title, heading, lead, workFirst = false, back, aside, children }: SubPageProps) {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  return (
    <>
      <AppHeader
        lead={back ?? <BackLink to={href(language, 'create')} label={t('packages.back')} />}
        aside={aside}
      >
        <AppAccount email={email} />
      </AppHeader>
      <Page title={title}>
        <PageColumn heading={heading} lead={lead} workFirst={workFirst}>
          {children}
        </PageColumn>
      </Page>
    </>
  );
}
