import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '../../../shared/pages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { refusalOf } from '../lib/use-refusal.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { useOnce } from '../lib/use-once.ts';
import { AppHeader } from './app-header.tsx';
import button from './button.module.css';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';

interface MailLinkPageProps {
  /** Which link: its texts have the same name. */
  name: 'verify' | 'keep';
  /** What the link is good for: a call of the page's, not of the address alone, which programs open that only look at links. */
  action: { mutate: (input: { token: string }) => void; isSuccess: boolean; error: unknown };
}

/** Where the link of a mail leads that does one thing, at once. */
export function MailLinkPage({ name, action }: MailLinkPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <>
      <AppHeader />
      <Page title={t(`titles.${name}`)}>
        {token ? (
          <Outcome name={name} action={action} token={token} />
        ) : (
          <WithWayOn
            title={t(`mailLink.${name}.noLinkTitle`)}
            text={t(`mailLink.${name}.noLinkText`)}
            to="account"
          />
        )}
      </Page>
    </>
  );
}

function Outcome({ name, action, token }: MailLinkPageProps & { token: string }) {
  const { t } = useTranslation();
  const { mutate, isSuccess, error } = action;
  useOnce(() => mutate({ token }));
  if (error) {
    const code = refusalOf(error);
    return <WithWayOn title={t(`mailLink.${name}.failed`)} text={t(`errors.${code}`)} to="account" />;
  }
  if (!isSuccess) return <p role="status">{t('mail.waiting')}</p>;
  return <WithWayOn title={t(`mailLink.${name}.done`)} text={t(`mailLink.${name}.doneText`)} to="create" />;
}

function WithWayOn({ title, text, to }: { title: string; text: string; to: 'account' | 'create' }) {
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
