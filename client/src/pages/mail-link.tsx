import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '#shared/pages.ts';
import type { LinkPurpose } from '#shared/schemas/auth.ts';
import { AppHeader } from '#client/ui/app-header.tsx';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { trpc } from '#client/api/trpc.ts';
import { refusalOf } from '#client/ui/use-refusal.ts';
import { useLinkToken } from '#client/lib/use-link-token.ts';
import { useOnce } from '#client/lib/use-once.ts';

/**
 * The target of mail links that verify an address, make it the account's, undo that, or keep an account. Says what the
 * link does, and does it when its button is pressed: mail scanners open links, and run their scripts too.
 */
export function MailLinkPage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <>
      <AppHeader />
      <Page title={t('titles.mailLink')}>
        {token ? (
          <Question token={token} />
        ) : (
          <NoticeWithLink title={t('mailLink.noLinkTitle')} text={t('mailLink.noLinkText')} to="account" />
        )}
      </Page>
    </>
  );
}

function Question({ token }: { token: string }) {
  const { t } = useTranslation();
  const link = trpc.recovery.link.useMutation();
  useOnce(() => link.mutate({ token }));
  if (link.error) return <Failed error={link.error} />;
  if (!link.data) return <p role="status">{t('mail.waiting')}</p>;
  return <Action token={token} {...link.data} />;
}

function Action({ token, purpose, email }: { token: string; purpose: LinkPurpose; email: string }) {
  const { t } = useTranslation();
  const { me } = trpc.useUtils().auth;
  const onSuccess = () => me.invalidate();
  const verify = trpc.recovery.verify.useMutation({ onSuccess });
  const keep = trpc.recovery.keep.useMutation({ onSuccess });
  const action = purpose === 'keep' ? keep : verify;
  if (action.isSuccess)
    return (
      <NoticeWithLink
        title={t(`mailLink.${purpose}.done`)}
        text={t(`mailLink.${purpose}.doneText`)}
        to="create"
      />
    );
  if (action.error) return <Failed error={action.error} />;
  return (
    <Notice title={t(`mailLink.${purpose}.title`)} text={t(`mailLink.${purpose}.text`, { email })}>
      <Button aria-disabled={action.isPending} onClick={() => action.isIdle && action.mutate({ token })}>
        {t(`mailLink.${purpose}.action`)}
      </Button>
    </Notice>
  );
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const code = refusalOf(error);
  return <NoticeWithLink title={t('mailLink.failed')} text={t(`errors.${code}`)} to="account" />;
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
