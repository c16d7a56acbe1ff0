import { TextField } from '#client/ui/text-field.tsx';
import { startRegistration } from '@simplewebauthn/browser';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginPasskeySchema } from '#shared/schemas/passkeys.ts';
import { Button } from '#client/ui/button.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passkeyFailure } from '#client/entities/user/passkeys.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf } from '#client/ui/use-refusal.ts';
import classes from './account.module.css';
import { PasswordAlert } from './password-alert.tsx';
import { useFields } from './use-fields.ts';

/** Creates a passkey in the browser, given the account's password. */
export function NewPasskeyForm() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const begin = trpc.passkeys.begin.useMutation();
  const add = trpc.passkeys.add.useMutation({ onSettled: () => utils.passkeys.list.invalidate() });
  const [busy, setBusy] = useState(false);
  /** A problem that belongs to no field. */
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const fields = useFields({ name: '', password: '' }, busy);

  async function make(asked: { name: string; password: string }) {
    const optionsJSON = await begin.mutateAsync(asked);
    const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      setProblem(t(`account.passkeys.${passkeyFailure(error)}`));
      return null;
    });
    if (response === null) return;
    await add.mutateAsync({ name: asked.name, response });
    fields.clear();
    showToast({ title: t('account.passkeys.added'), message: t('account.passkeys.addedText') });
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    fields.accept();
    setProblem(null);
    const { data, error } = beginPasskeySchema.safeParse(fields.values);
    if (!data)
      return fields.refuse(codeOfIssue(error), error.issues[0]?.path[0] === 'password' ? 'password' : 'name');
    setBusy(true);
    try {
      await make(data);
    } catch (failure) {
      const code = refusalOf(failure);
      if (code === 'wrong_credentials') fields.refuse(code, 'password');
      else setProblem(t(`errors.${code}`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordAlert id={fields.id} code={fields.code} />
      {problem && <FormAlert id={id} text={problem} />}
      <TextField
        label={t('account.passkeys.name')}
        placeholder={t('account.passkeys.namePlaceholder')}
        name="passkey-name"
        autoComplete="off"
        {...fields.input('name')}
      />
      <PasswordField
        is="current"
        label={t('account.passkeys.password')}
        name="passkey-password"
        {...fields.input('password')}
      />
      <Button type="submit" look="quiet" aria-disabled={busy} className={classes.submit}>
        {t(busy ? 'account.passkeys.adding' : 'account.passkeys.add')}
      </Button>
    </form>
  );
}
