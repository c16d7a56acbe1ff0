import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.tsx';
import { copyText } from '../../lib/share.ts';
import { showToast } from '../../lib/toast.ts';

/** Shows a link to be copied by hand, after the browser refused to share or copy it. Open while there is a link. */
export function ShareDialog({ url, onClose }: { url: string | null; onClose: () => void }) {
  const { t } = useTranslation();

  async function copy() {
    if (url && (await copyText(url))) {
      showToast({ title: t('share.copied'), message: t('share.copiedText') });
      return onClose();
    }
    showToast({ title: t('share.copyFailed'), message: t('share.copyFailedText'), tone: 'destructive' });
  }

  return (
    <Dialog opened={url !== null} title={t('share.dialog')} onClose={onClose}>
      <TextInput
        label={t('share.link')}
        value={url ?? ''}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={copy}>{t('share.copy')}</Button>
    </Dialog>
  );
}
