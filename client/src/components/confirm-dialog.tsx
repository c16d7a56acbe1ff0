import { useFocusReturn } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  text: string;
  /** What else can be done instead. */
  instead?: ReactNode;
  /** The button that does it. */
  action: string;
  onCancel: () => void;
  /** Called with the focus back on what had it before, from where it may be moved on. */
  onConfirm: () => void;
}

/** Asks before something is done. The harmless answer has the focus first. */
export function ConfirmDialog({
  opened,
  title,
  text,
  instead,
  action,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const returnFocus = useFocusReturn({ opened, shouldReturnFocus: false });

  function close(then: () => void) {
    // At once, and not by the dialog itself a moment later: what follows may move it on.
    returnFocus();
    then();
  }

  return (
    <Dialog opened={opened} title={title} onClose={() => close(onCancel)} returnFocus={false}>
      <p>{text}</p>
      {instead}
      <div className={classes.actions}>
        <Button look="quiet" data-autofocus onClick={() => close(onCancel)}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => close(onConfirm)}>{action}</Button>
      </div>
    </Dialog>
  );
}
