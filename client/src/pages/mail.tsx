import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import { href } from '#shared/pages.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { AppHeader } from '#client/ui/app-header.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { errorCodeOf } from '#client/api/error-code.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * The target of a mail's unsubscribe link: turns such mails off, and on again, when its button is pressed. Mail scanners
 * open links, and run their scripts too.
 */
export function MailPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <>
      <AppHeader />
      <Page title={t('titles.mail')}>{token ? <MailSwitch token={token} /> : <NoLink />}</Page>
    </>
  );
}

/** Shown to visitors without a mail's link. */
function NoLink() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Notice title={t('mail.noLinkTitle')} text={t('mail.noLinkText')}>
      <Link to={href(language, 'create')} className={button.filled}>
        {t('mail.create')}
      </Link>
    </Notice>
  );
}

function MailSwitch({ token }: { token: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate, data, error, isPending } = trpc.mail.setWanted.useMutation();

  if (error) {
    const code = errorCodeOf(error);
    return (
      <Notice title={t('mail.failed')} text={t(`errors.${code ?? 'internal_error'}`)}>
        <Button onClick={() => mutate({ token, wanted: false })}>{t('common.tryAgain')}</Button>
      </Notice>
    );
  }
  if (!data)
    return (
      <Notice title={t('mail.askTitle')} text={t('mail.askText')}>
        <Button aria-disabled={isPending} onClick={() => !isPending && mutate({ token, wanted: false })}>
          {t('mail.turnOff')}
        </Button>
      </Notice>
    );
  const { wanted } = data;
  return (
    <Notice
      title={t(wanted ? 'mail.onTitle' : 'mail.offTitle')}
      text={t(wanted ? 'mail.onText' : 'mail.offText')}
    >
      <Button look="quiet" onClick={() => mutate({ token, wanted: !wanted })}>
        {t(wanted ? 'mail.turnOff' : 'mail.turnOn')}
      </Button>
      <Link to={href(language, 'create')} className={button.filled}>
        {t('mail.create')}
      </Link>
    </Notice>
  );
}
