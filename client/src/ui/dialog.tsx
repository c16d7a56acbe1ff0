import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from './dialog-history.ts';
import { placeToasts } from './toast.tsx';
import { smallerThan } from './styles/breakpoints.ts';
import classes from './dialog.module.css';

interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** The maximum width; shrinks on narrower screens. */
  size?: string;
  /** Takes the whole screen on phones: for dialogs with much content. */
  fullOnPhone?: boolean;
  /** Takes the whole screen on every device; whoever opens it keeps it in the history. */
  full?: boolean;
  /** False if closing moves the focus elsewhere. */
  returnFocus?: boolean;
  children: ReactNode;
}

/** A ref is also called just before its element is removed. */
const placeToastsNext = () => queueMicrotask(placeToasts);

/**
 * A dialog, labelled by its title, that traps the focus until it is closed and then returns it. On phones, going back
 * closes it.
 */
export function Dialog({
  opened,
  title,
  onClose,
  size,
  fullOnPhone = false,
  full: always = false,
  returnFocus = true,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(smallerThan('sm'), undefined, { getInitialValueInEffect: false });
  const full = always || (fullOnPhone && phone);
  useCloseOnBack(opened && phone && !always, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      fullScreen={full}
      // A confirmation on top of it may come earlier in the document.
      zIndex={always ? 190 : 200}
      radius={full ? 0 : 'lg'}
      padding="xl"
      returnFocus={returnFocus}
      // Without a transition this comes before the title exists, so the title does it too.
      onEnterTransitionEnd={placeToasts}
      {...(size && { size })}
      classNames={{
        content: `${classes.surface} ${classes.content}`,
        header: classes.surface,
        title: classes.title,
        body: classes.body,
      }}
    >
      <Modal.Overlay color="#1a1009" backgroundOpacity={0.55} />
      <Modal.Content>
        {/* A header element would count as a second banner landmark. */}
        <Modal.Header ref={placeToastsNext} component="div" data-top>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton iconSize="1.25rem" aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
