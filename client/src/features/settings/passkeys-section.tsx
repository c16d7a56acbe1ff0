import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#shared/schemas/passkeys.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatMoment } from '#client/lib/format.ts';
import { passkeysSupported } from '#client/entities/user/passkeys.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';
import { NewPasskeyForm } from './new-passkey-form.tsx';

/** The account's passkeys, and a form to add one if the browser supports it. */
export function PasskeysSection() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data: passkeys, isError } = trpc.passkeys.list.useQuery();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { mutate } = trpc.passkeys.remove.useMutation({
    meta: { failure: { title: 'account.passkeys.failed' } },
    onSuccess() {
      showToast({ title: t('account.passkeys.removed') });
      // The button that was pressed disappears.
      moveFocus(list);
    },
    onSettled: () => utils.passkeys.list.invalidate(),
  });
  return (
    <SectionCard nested title={t('account.passkeys.title')} lead={t('account.passkeys.lead')}>
      {isError && !passkeys && <p role="alert">{t('account.passkeys.unreadable')}</p>}
      {passkeys?.length === 0 && <p className={classes.soft}>{t('account.passkeys.none')}</p>}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={t('account.passkeys.yours')}>
        {passkeys?.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      {passkeysSupported() ? (
        <NewPasskeyForm />
      ) : (
        <p>{t(window.isSecureContext ? 'account.passkeys.unsupported' : 'account.passkeys.insecure')}</p>
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('account.passkeys.removeTitle')}
        text={t('account.passkeys.removeText', { name: removing?.name ?? '' })}
        action={t('account.passkeys.remove')}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) mutate({ id: removing.id });
          setRemoving(null);
        }}
      />
    </SectionCard>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, createdAt, lastUsedAt } = passkey;
  const made = t('account.passkeys.made', { when: formatMoment(createdAt, language) });
  const used = lastUsedAt
    ? t('account.passkeys.used', { when: formatMoment(lastUsedAt, language) })
    : t('account.passkeys.unused');
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{name}</p>
        <p className={classes.soft}>{`${made} · ${used}`}</p>
      </div>
      <Button look="quiet" small aria-label={t('account.passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('account.passkeys.remove')}
      </Button>
    </li>
  );
}
