import { TextField } from '#client/ui/text-field.tsx';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import { newWebhookSchema, type WebhookInfo } from '#shared/schemas/webhooks.ts';
import { type WebhookEvent, webhookEvents } from '#shared/webhook-events.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { moveFocus } from '#client/lib/focus.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import { CheckGroup } from './check-group.tsx';
import { OneTimeSecret } from './one-time-secret.tsx';
import { WebhookItem } from './webhook-item.tsx';
import classes from './account.module.css';

/** The user's webhooks, and a form to add one. */
export function WebhooksSection() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data: webhooks, isError } = trpc.webhooks.list.useQuery();
  const [deleting, setDeleting] = useState<WebhookInfo | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { mutate } = trpc.webhooks.delete.useMutation({
    meta: { failure: { title: 'account.webhooks.failed' } },
    onSuccess() {
      showToast({ title: t('account.webhooks.deleted') });
      // The button that was pressed disappears.
      moveFocus(list);
    },
    onSettled: () => utils.webhooks.list.invalidate(),
  });
  return (
    <SectionCard title={t('account.webhooks.title')} lead={t('account.webhooks.lead')}>
      {isError && !webhooks && <p role="alert">{t('account.webhooks.unreadable')}</p>}
      {webhooks?.length === 0 && <p className={classes.soft}>{t('account.webhooks.none')}</p>}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={t('account.webhooks.yours')}>
        {webhooks?.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} onDelete={() => setDeleting(webhook)} />
        ))}
      </ul>
      <NewWebhookForm />
      <ConfirmDialog
        opened={deleting !== null}
        title={t('account.webhooks.deleteTitle')}
        text={t('account.webhooks.deleteText', { url: deleting?.url ?? '' })}
        action={t('account.webhooks.delete')}
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) mutate({ id: deleting.id });
          setDeleting(null);
        }}
      />
    </SectionCard>
  );
}

/** Whether a refusal is about the address, rather than the checkboxes. */
const isAboutField = (code: ErrorCode) => code === 'invalid_webhook_url';

function NewWebhookForm() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>(['video.succeeded', 'video.failed']);
  const refusal = useRefusal(isAboutField);
  const { mutate, isPending, data, reset } = trpc.webhooks.create.useMutation({
    onSuccess: () => setUrl(''),
    onError: (error) => refusal.refuse(refusalOf(error)),
    onSettled: () => utils.webhooks.list.invalidate(),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    refusal.accept();
    reset();
    const input = newWebhookSchema.safeParse({ url, events });
    if (input.success) return mutate(input.data);
    refusal.refuse(codeOfIssue(input.error));
  }

  return (
    <>
      {data && <OneTimeSecret label={t('account.webhooks.secret')} value={data.secret} />}
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal.code && <FormAlert id={refusal.id} text={t(`errors.${refusal.code}`)} />}
        <TextField
          {...refusal.input}
          type="url"
          label={t('account.webhooks.url')}
          description={t('account.webhooks.urlHint')}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <CheckGroup
          legend={t('account.webhooks.events')}
          values={webhookEvents}
          labelOf={(event) => t(`account.webhooks.event.${wordOf(event)}`)}
          chosen={events}
          onChange={setEvents}
        />
        <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
          {t(isPending ? 'account.webhooks.creating' : 'account.webhooks.create')}
        </Button>
      </form>
    </>
  );
}

type Words<Event extends string> = Event extends `${infer Of}.${infer What}` ? `${Of}_${What}` : never;

/** The translation key of an event: dots would separate nested keys. */
const wordOf = (event: WebhookEvent) => event.replace('.', '_') as Words<WebhookEvent>;
