import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from './failure.ts';
import { copyText } from '#client/lib/share.ts';
import { showToast } from './toast.tsx';
import { Button } from './button.tsx';
import classes from './plain/form.module.css';
import { QrCode } from './qr-code.tsx';
import { TextField } from './text-field.tsx';

/** A link that is shown only once, for copying, and as a QR code. */
export function SecretLink({ url, label, code }: { url: string; label: string; code: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    if (await copyText(url, field.current))
      return showToast({ title: t('share.copied'), message: t('share.copiedText') });
    showFailure({ title: 'share.copyFailed', text: 'share.copyFailedText' });
  }

  return (
    <div className={classes.section}>
      <TextField
        ref={field}
        label={label}
        value={url}
        readOnly
        data-autofocus
        className={classes.field}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{t('share.copy')}</Button>
      <QrCode text={url} label={code} />
    </div>
  );
}
