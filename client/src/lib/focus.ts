import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What is to have the focus: an element, where it will be, or how to find it. */
export type FocusTarget =
  | HTMLElement
  | null
  | undefined
  | RefObject<HTMLElement | null>
  | (() => HTMLElement | null | undefined);

export interface FocusOptions {
  /** The page does not scroll to it. */
  stay?: boolean;
}

function elementOf(target: FocusTarget): HTMLElement | null | undefined {
  if (typeof target === 'function') return target();
  return target instanceof HTMLElement ? target : target?.current;
}

/** Moves the focus, wherever the client does so itself. False where the target is not there. */
export function moveFocus(target: FocusTarget, { stay = false }: FocusOptions = {}): boolean {
  const element = elementOf(target);
  element?.focus({ preventScroll: stay });
  return element != null;
}

/** Moves the focus as a component appears, and again each time that `when` changes. */
export function useFocusOn(target: FocusTarget, when?: unknown, options?: FocusOptions): void {
  const move = useEffectEvent(() => moveFocus(target, options));
  useEffect(() => void move(), [when]);
}
