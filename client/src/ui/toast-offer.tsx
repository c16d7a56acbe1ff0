import { useRef } from 'react';
import { Button } from './button.tsx';
import { useFocusOn } from '#client/lib/focus.ts';
import classes from './toast-offer.module.css';

interface ToastOfferProps {
  message?: string | undefined;
  label: string;
  takeFocus: boolean;
  onAction: () => void;
}

/** A toast's text, with a button for its action. */
export function ToastOffer({ message, label, takeFocus, onAction }: ToastOfferProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusOn(takeFocus ? button : null);
  return (
    <div className={classes.offer}>
      <span>{message}</span>
      <Button ref={button} look="quiet" small onClick={onAction}>
        {label}
      </Button>
    </div>
  );
}
