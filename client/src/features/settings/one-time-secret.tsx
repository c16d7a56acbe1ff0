import { TextField } from '#client/ui/text-field.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { moveFocus } from '#client/lib/focus.ts';
import { showFailure } from '#client/ui/failure.ts';
import { copyText } from '#client/lib/share.ts';
import { showToast } from '#client/ui/toast.tsx';
import classes from './account.module.css';

/** A secret that is shown only once, for copying. Takes the focus when it appears. */
export function OneTimeSecret({ label, value, more }: { label: string; value: string; more?: string }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    moveFocus(input);
  }, [value]);

  async function copy() {
    if (await copyText(value, input.current)) return showToast({ title: t('account.secret.copied') });
    showFailure({ title: 'account.secret.copyFailed', text: null });
  }

  return (
    <div className={classes.form}>
      <TextField
        ref={input}
        label={label}
        description={[t('account.secret.once'), more].filter(Boolean).join(' ')}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button className={classes.submit} onClick={() => void copy()}>
        {t('account.secret.copy')}
      </Button>
    </div>
  );
}
