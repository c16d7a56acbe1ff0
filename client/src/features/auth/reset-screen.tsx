import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '../../../../shared/errors.ts';
import { href } from '../../../../shared/pages.ts';
import { newPasswordSchema } from '../../../../shared/schemas/auth.ts';
import { Button } from '../../components/button.tsx';
import { FormAlert } from '../../components/form-alert.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { wrongField } from '../../components/wrong-field.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import { moveFocus } from '../../lib/focus.ts';
import { justSignedIn } from '../../lib/just-signed-in.ts';
import { trpc } from '../../lib/trpc.ts';
import form from './auth-form.module.css';
import classes from './auth-screen.module.css';

/** The new password, by the token of a mail; whoever sets it is signed in, on the create page. */
export function ResetScreen({ token }: { token: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<ErrorCode | null>(null);
  const { mutate, isPending, isSuccess } = trpc.recovery.reset.useMutation({
    onError: (error) => refuse(errorCodeOf(error) ?? 'internal_error'),
    onSuccess() {
      justSignedIn.write('1');
      window.location.assign(href(language, 'create'));
    },
  });
  const busy = isPending || isSuccess;

  function refuse(code: ErrorCode) {
    setRefusal(code);
    moveFocus(input);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setRefusal(null);
    const { error } = newPasswordSchema.safeParse(password);
    const code = error?.issues[0]?.message;
    if (error) refuse(isErrorCode(code) ? code : 'invalid_request');
    else mutate({ token, password });
  }

  return (
    <div className={classes.column}>
      <section className={classes.card}>
        <h1 tabIndex={-1} className={classes.title}>
          {t('reset.title')}
        </h1>
        <p className={classes.intro}>{t('reset.intro')}</p>
        <form className={form.form} onSubmit={submit} noValidate>
          {refusal && <FormAlert id={errorId} text={t(`errors.${refusal}`)} />}
          <PasswordField
            is="new"
            ref={input}
            label={t('reset.password')}
            name="new-password"
            readOnly={busy}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            {...wrongField(refusal !== null, errorId)}
          />
          <Button type="submit" disabled={busy} className={form.submit}>
            {t(busy ? 'reset.pending' : 'reset.submit')}
          </Button>
        </form>
      </section>
    </div>
  );
}
