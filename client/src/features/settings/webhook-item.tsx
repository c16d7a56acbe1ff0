import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, WebhookInfo } from '#shared/schemas/webhooks.ts';
import { Button } from '#client/ui/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { OneTimeSecret } from './one-time-secret.tsx';
import classes from './account.module.css';

/** One webhook: its status, its actions, and its deliveries. */
export function WebhookItem({ webhook, onDelete }: { webhook: WebhookInfo; onDelete: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const { id, url, events, disabledAt, failingSince } = webhook;
  const meta = { failure: { title: 'account.webhooks.failed' } } as const;
  const test = trpc.webhooks.test.useMutation({
    meta,
    onSuccess: () =>
      showToast({ title: t('account.webhooks.tested'), message: t('account.webhooks.testedText') }),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id }),
  });
  const rotate = trpc.webhooks.rotate.useMutation({ meta });
  const failing =
    failingSince && t('account.webhooks.failing', { when: formatMoment(failingSince, language) });
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{url}</p>
        <p className={classes.soft}>{events.join(', ')}</p>
        {(disabledAt ?? failing) && <p>{disabledAt ? t('account.webhooks.disabled') : failing}</p>}
      </div>
      <div className={classes.row}>
        <Button
          look="quiet"
          small
          aria-label={t('account.webhooks.testNamed', { url })}
          onClick={() => test.mutate({ id })}
        >
          {t('account.webhooks.test')}
        </Button>
        <Button
          look="quiet"
          small
          aria-label={t('account.webhooks.rotateNamed', { url })}
          onClick={() => !rotate.isPending && rotate.mutate({ id })}
        >
          {t('account.webhooks.rotate')}
        </Button>
        <Button look="quiet" small aria-label={t('account.webhooks.deleteNamed', { url })} onClick={onDelete}>
          {t('account.webhooks.delete')}
        </Button>
      </div>
      {rotate.data && (
        <OneTimeSecret
          label={t('account.webhooks.secret')}
          value={rotate.data.secret}
          more={t('account.webhooks.rotated')}
        />
      )}
      <Messages webhook={webhook} />
    </li>
  );
}

function Messages({ webhook: { id, url } }: { webhook: WebhookInfo }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data: deliveries } = trpc.webhooks.deliveries.useQuery({ id }, { enabled: open, staleTime: 0 });
  return (
    <details className={classes.whole} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={t('account.webhooks.messagesNamed', { url })}>
        {t('account.webhooks.messages')}
      </summary>
      {deliveries?.length === 0 && <p className={classes.soft}>{t('account.webhooks.noMessages')}</p>}
      <ul className={classes.list}>
        {deliveries?.map((delivery) => (
          <Message key={delivery.id} webhookId={id} delivery={delivery} />
        ))}
      </ul>
    </details>
  );
}

function Message({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const { id, event, state, attempts, createdAt, lastError, payload } = delivery;
  const { mutate } = trpc.webhooks.resend.useMutation({
    meta: { failure: { title: 'account.webhooks.failed' } },
    onSuccess: () => showToast({ title: t('account.webhooks.sentAgain') }),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id: webhookId }),
  });
  const facts = [
    t(`account.webhooks.state.${state}`),
    formatMoment(createdAt, language),
    t('account.webhooks.attempts', { count: attempts }),
    ...(lastError ? [lastError] : []),
  ];
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{event}</p>
        <p className={classes.soft}>{facts.join(' · ')}</p>
      </div>
      <Button
        look="quiet"
        small
        aria-label={t('account.webhooks.againNamed', { id })}
        onClick={() => mutate({ id: webhookId, deliveryId: id })}
      >
        {t('account.webhooks.again')}
      </Button>
      <pre className={classes.payload} aria-label={t('account.webhooks.payload')}>
        {payload}
      </pre>
    </li>
  );
}
