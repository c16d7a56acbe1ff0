import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { reloadWithPhoto } from './tried-photo.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';

/** A reload also fixes a page whose chunks were replaced by a deploy in the meantime. */
function Reload() {
  const { t } = useTranslation();
  return <Button onClick={() => void reloadWithPhoto()}>{t('common.reload')}</Button>;
}

/** Replaces a page that broke; offers a reload. */
export function BrokenPage() {
  const { t } = useTranslation();
  return (
    <main id="main" tabIndex={-1} style={{ padding: 'var(--page-gutter)' }}>
      <Notice title={t('common.brokenTitle')} text={t('common.brokenText')}>
        <Reload />
      </Notice>
    </main>
  );
}

/** Replaces a dialog that broke; the page behind it is unaffected. */
export function BrokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('common.brokenTitle')} onClose={onClose}>
      <p>{t('common.brokenText')}</p>
      <Reload />
    </Dialog>
  );
}
