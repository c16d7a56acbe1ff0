import { useMounted } from '@mantine/hooks';
import { type ComponentProps, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './early-button.module.css';

interface EarlyButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  onPress: () => void;
}

/**
 * A button of a page that is built ahead. Pressed before any script has arrived, by whatever means, it opens an empty
 * popover, which needs none; the page sees it when it comes alive, and does then what was asked for.
 */
export function EarlyButton({ onPress, children, ...button }: EarlyButtonProps) {
  const id = useId();
  const mark = useRef<HTMLSpanElement>(null);
  const alive = useMounted();

  const catchUp = useEffectEvent(() => {
    if (mark.current?.matches('[popover]:popover-open')) onPress();
  });
  // Before the mark goes, which is at once.
  useLayoutEffect(() => catchUp(), []);

  return (
    <>
      <button
        {...button}
        type="button"
        {...(!alive && { popoverTarget: id, popoverTargetAction: 'show' })}
        onClick={onPress}
      >
        {children}
      </button>
      {!alive && <span ref={mark} id={id} popover="manual" className={classes.mark} data-pressed-early />}
    </>
  );
}
