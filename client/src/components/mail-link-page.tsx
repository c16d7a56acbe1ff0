import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '#shared/pages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { refusalOf } from '#client/lib/use-refusal.ts';
import { useLinkToken } from '#client/lib/use-link-token.ts';
import { useOnce } from '#client/lib/use-once.ts';
import { AppHeader } from './app-header.tsx';
import button from './button.module.css';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';

interface MailLinkPageProps {
  /** Selects the texts of the same name. */
  name: 'verify' | 'keep';
  /** The link's action: a call made by the page, because link scanners request the address alone. */
  action: { mutate: (input: { token: string }) => void; isSuccess: boolean; error: unknown };
  /** The text after success, if it is not always the same. */
  successTexts?: { title: string; text: string };
}

/** The page of a mail link that performs one action immediately. */
export function MailLinkPage({ name, action, successTexts }: MailLinkPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <>
      <AppHeader />
      <Page title={t(`titles.${name}`)}>
        {token ? (
          <Outcome name={name} action={action} token={token} {...(successTexts && { successTexts })} />
        ) : (
          <NoticeWithLink
            title={t(`mailLink.${name}.noLinkTitle`)}
            text={t(`mailLink.${name}.noLinkText`)}
            to="account"
          />
        )}
      </Page>
    </>
  );
}

function Outcome({ name, action, successTexts, token }: MailLinkPageProps & { token: string }) {
  const { t } = useTranslation();
  const { mutate, isSuccess, error } = action;
  useOnce(() => mutate({ token }));
  if (error) {
    const code = refusalOf(error);
    return <NoticeWithLink title={t(`mailLink.${name}.failed`)} text={t(`errors.${code}`)} to="account" />;
  }
  if (!isSuccess) return <p role="status">{t('mail.waiting')}</p>;
  const words = successTexts ?? { title: t(`mailLink.${name}.done`), text: t(`mailLink.${name}.doneText`) };
  return <NoticeWithLink {...words} to="create" />;
}

function NoticeWithLink({ title, text, to }: { title: string; text: string; to: 'account' | 'create' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Notice title={title} text={text}>
      <Link to={href(language, to)} className={button.filled}>
        {t(`mail.${to}`)}
      </Link>
    </Notice>
  );
}
