import { useTranslation } from 'react-i18next';
import type { SessionEntry } from '#shared/schemas/account.ts';
import { Button } from '#client/ui/button.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatMoment } from '#client/lib/format.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

/** All browsers that are signed in, and buttons to sign out the others; `onEndedOthers` is called for all at once. */
export function SessionsSection({ onEndedOthers }: { onEndedOthers: () => void }) {
  const { t } = useTranslation();
  const { data: sessions, isError } = trpc.account.sessions.useQuery(undefined, { staleTime: 0 });
  const utils = trpc.useUtils();
  const meta = { failure: { title: 'account.sessions.failed' } } as const;
  const onSettled = () => utils.account.sessions.invalidate();
  function notify(count: number) {
    showToast({ title: t('account.sessions.done', { count }) });
    // The button that was pressed disappears.
    moveFocus(() => document.querySelector<HTMLElement>('[data-sessions]'));
  }
  const end = trpc.account.endSession.useMutation({ meta, onSettled, onSuccess: () => notify(1) });
  const endOthers = trpc.account.endOtherSessions.useMutation({
    meta,
    onSettled,
    onSuccess({ ended }) {
      notify(ended);
      onEndedOthers();
    },
  });
  const busy = end.isPending || endOthers.isPending;
  return (
    <SectionCard nested title={t('account.sessions.title')} lead={t('account.sessions.lead')}>
      {isError && !sessions && <p role="alert">{t('account.sessions.unreadable')}</p>}
      <ul className={classes.list} data-sessions tabIndex={-1} aria-label={t('account.sessions.title')}>
        {sessions?.map((session) => (
          <Session key={session.id} session={session} onEnd={() => !busy && end.mutate({ id: session.id })} />
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <Button look="quiet" aria-disabled={busy} onClick={() => !busy && endOthers.mutate()}>
          {t('account.sessions.elsewhere')}
        </Button>
      )}
    </SectionCard>
  );
}

function Session({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { browser, system, current } = session;
  const known = browser !== null && system !== null;
  const device = known
    ? t('account.sessions.device', { browser, system })
    : (browser ?? system ?? t('account.sessions.unknown'));
  const from = formatMoment(session.signedInAt, language);
  const lastSeen = formatMoment(session.seenAt, language);
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{device}</p>
        <p className={classes.soft}>{t('account.sessions.since', { from, seen: lastSeen })}</p>
      </div>
      {current ? (
        <p className={classes.tag}>{t('account.sessions.current')}</p>
      ) : (
        <Button
          look="quiet"
          small
          aria-label={t('account.sessions.signOutNamed', { device, from })}
          onClick={onEnd}
        >
          {t('account.sessions.signOut')}
        </Button>
      )}
    </li>
  );
}
