import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '../../../shared/pages.ts';
import { AppHeader } from '../components/app-header.tsx';
import button from '../components/button.module.css';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { errorCodeOf } from '../lib/error-code.ts';
import { trpc } from '../lib/trpc.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { useOnce } from '../lib/use-once.ts';

/** Where the link of a mail leads that shows whose address it is: by a call of the page's, not by the address alone. */
export function VerifyPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const token = useLinkToken();
  return (
    <>
      <AppHeader />
      <Page title={t('titles.verify')}>
        {token ? (
          <Verification token={token} />
        ) : (
          <Notice title={t('verify.noLinkTitle')} text={t('verify.noLinkText')}>
            <Link to={href(language, 'account')} className={button.filled}>
              {t('verify.account')}
            </Link>
          </Notice>
        )}
      </Page>
    </>
  );
}

function Verification({ token }: { token: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const { mutate, isSuccess, error } = trpc.recovery.verify.useMutation({
    onSuccess: () => utils.auth.me.invalidate(),
  });
  useOnce(() => mutate({ token }));

  if (error) {
    const code = errorCodeOf(error);
    return (
      <Notice title={t('verify.failed')} text={t(`errors.${code ?? 'internal_error'}`)}>
        <Link to={href(language, 'account')} className={button.filled}>
          {t('verify.account')}
        </Link>
      </Notice>
    );
  }
  if (!isSuccess) return <p role="status">{t('mail.waiting')}</p>;
  return (
    <Notice title={t('verify.done')} text={t('verify.doneText')}>
      <Link to={href(language, 'create')} className={button.filled}>
        {t('mail.create')}
      </Link>
    </Notice>
  );
}
