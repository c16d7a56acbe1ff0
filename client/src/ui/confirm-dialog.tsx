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
  /** An alternative to the action. */
  instead?: ReactNode;
  /** The label of the button that confirms. */
  action: string;
  onCancel: () => void;
  /** Called after the focus has returned to where it was before, from where it may be moved on. */
  onConfirm: () => void;
}

/** Asks for confirmation. The harmless answer has the initial focus. */
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
    // Returned now, instead of by the dialog a moment later: the callback may move it on.
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
