import { TextField } from '#client/ui/text-field.tsx';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import { newTokenSchema, type Token } from '#shared/schemas/tokens.ts';
import { type TokenScope, tokenScopes } from '#shared/token-scopes.ts';
import button from '#client/ui/plain/button.module.css';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatMoment } from '#client/lib/format.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import { CheckGroup } from './check-group.tsx';
import { OneTimeSecret } from './one-time-secret.tsx';
import classes from './account.module.css';

/** The user's API tokens, and a form to create one. */
export function TokensSection() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data: tokens, isError } = trpc.tokens.list.useQuery();
  const [revoking, setRevoking] = useState<Token | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { mutate } = trpc.tokens.revoke.useMutation({
    meta: { failure: { title: 'account.tokens.failed' } },
    onSuccess() {
      showToast({ title: t('account.tokens.revoked') });
      // The button that was pressed disappears.
      moveFocus(list);
    },
    onSettled: () => utils.tokens.list.invalidate(),
  });
  return (
    <SectionCard title={t('account.tokens.title')} lead={t('account.tokens.lead')}>
      <p>
        <a href="/api/docs" className={button.plain}>
          {t('account.tokens.docs')}
        </a>
      </p>
      {isError && !tokens && <p role="alert">{t('account.tokens.unreadable')}</p>}
      {tokens?.length === 0 && <p className={classes.soft}>{t('account.tokens.none')}</p>}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={t('account.tokens.yours')}>
        {tokens?.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      <NewTokenForm />
      <ConfirmDialog
        opened={revoking !== null}
        title={t('account.tokens.revokeTitle')}
        text={t('account.tokens.revokeText', { name: revoking?.name ?? '' })}
        action={t('account.tokens.revoke')}
        onCancel={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) mutate({ id: revoking.id });
          setRevoking(null);
        }}
      />
    </SectionCard>
  );
}

function TokenItem({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, scopes, test, ending, createdAt, lastUsedAt } = token;
  const used = lastUsedAt
    ? t('account.tokens.used', { when: formatMoment(lastUsedAt, language) })
    : t('account.tokens.unused');
  const madeOn = t('account.tokens.madeOn', { when: formatMoment(createdAt, language) });
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{name}</p>
        <p className={classes.soft}>
          {[
            ...(test ? [t('account.tokens.test')] : []),
            scopes.join(', '),
            t('account.tokens.ending', { ending }),
            madeOn,
            used,
          ].join(' · ')}
        </p>
      </div>
      <Button look="quiet" small aria-label={t('account.tokens.revokeNamed', { name })} onClick={onRevoke}>
        {t('account.tokens.revoke')}
      </Button>
    </li>
  );
}

/** Whether a refusal is about the name, rather than the checkboxes. */
const isAboutField = (code: ErrorCode) => code.startsWith('token_name');

function NewTokenForm() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>(['read', 'generate', 'albums']);
  const refusal = useRefusal(isAboutField);
  const [kind, setKind] = useState<'test'[]>([]);
  const { mutate, isPending, data, reset } = trpc.tokens.create.useMutation({
    onSuccess: () => setName(''),
    onError: (error) => refusal.refuse(refusalOf(error)),
    onSettled: () => utils.tokens.list.invalidate(),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    refusal.accept();
    reset();
    const input = newTokenSchema.safeParse({ name, scopes, test: kind.length > 0 });
    if (input.success) return mutate(input.data);
    refusal.refuse(codeOfIssue(input.error));
  }

  return (
    <>
      {data && <OneTimeSecret label={t('account.tokens.made')} value={data.token} />}
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal.code && <FormAlert id={refusal.id} text={t(`errors.${refusal.code}`)} />}
        <TextField
          {...refusal.input}
          label={t('account.tokens.name')}
          placeholder={t('account.tokens.namePlaceholder')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <CheckGroup
          legend={t('account.tokens.scopes')}
          values={tokenScopes}
          labelOf={(scope) => t(`account.tokens.scope.${scope}`)}
          chosen={scopes}
          onChange={setScopes}
        />
        <CheckGroup
          legend={t('account.tokens.kind')}
          values={['test']}
          labelOf={() => t('account.tokens.forTests')}
          chosen={kind}
          onChange={setKind}
        />
        <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
          {t(isPending ? 'account.tokens.creating' : 'account.tokens.create')}
        </Button>
      </form>
    </>
  );
}
