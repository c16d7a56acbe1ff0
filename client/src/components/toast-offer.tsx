import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useFocusOn } from '../lib/focus.ts';
import classes from './toast-offer.module.css';

interface ToastOfferProps {
  message?: string | undefined;
  label: string;
  takeFocus: boolean;
  onAction: () => void;
}

/** What a toast says, with a button for what can be done about it. */
export function ToastOffer({ message, label, takeFocus, onAction }: ToastOfferProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusOn(takeFocus ? button : null);
  return (
    <div className={classes.offer}>
      <span>{message}</span>
      <Button ref={button} variant="default" size="sm" className={classes.action} onClick={onAction}>
        {label}
      </Button>
    </div>
  );
}
