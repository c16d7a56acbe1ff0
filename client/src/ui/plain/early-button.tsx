import { useMounted } from '@mantine/hooks';
import { type ComponentProps, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './early-button.module.css';

interface EarlyButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'type'> {
  onPress: () => void;
}

/**
 * A button of a prerendered page. Pressed by any means before a script has loaded, it opens an empty popover, which
 * needs no script; on hydration the page detects that and runs the action.
 */
export function EarlyButton({ onPress, children, ...button }: EarlyButtonProps) {
  const id = useId();
  const mark = useRef<HTMLSpanElement>(null);
  const alive = useMounted();

  const catchUp = useEffectEvent(() => {
    if (mark.current?.matches('[popover]:popover-open')) onPress();
  });
  // Must run before the mark is removed, which happens right after.
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
