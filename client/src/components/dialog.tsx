import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog, named by its title, that keeps the focus until it is closed and then gives it back. */
export function Dialog({ opened, title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened={opened} onClose={onClose} centered radius="lg" padding="xl">
      <Modal.Overlay color="#1a1009" backgroundOpacity={0.55} />
      <Modal.Content className={classes.surface}>
        {/* A header element would count as a second banner of the page. */}
        <Modal.Header component="div" className={classes.surface}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
