import { TextField } from '#client/ui/text-field.tsx';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { showFailure } from '#client/ui/failure.ts';
import { copyText } from '#client/lib/share.ts';
import { useLast } from '#client/lib/use-last.ts';
import { showToast } from '#client/ui/toast.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

interface ShareDialogProps {
  /** The dialog is open while this is set. */
  url: string | null;
  /** Describes the link's target. */
  label: string;
  onClose: () => void;
}

/** Shows a link for manual copying, after the browser refused to share or copy it. */
export function ShareDialog({ url, label, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const shown = useLast(url);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    if (url && (await copyText(url, field.current))) {
      showToast({ title: t('share.copied'), message: t('share.copiedText') });
      return onClose();
    }
    showFailure({ title: 'share.copyFailed', text: 'share.copyFailedText' });
  }

  return (
    <Dialog opened={url !== null} title={t('share.dialog')} onClose={onClose}>
      <TextField
        ref={field}
        label={label}
        value={shown ?? ''}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={copy}>{t('share.copy')}</Button>
    </Dialog>
  );
}
