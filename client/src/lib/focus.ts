import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The element to focus: itself, a ref to it, or a function that finds it. */
export type FocusTarget =
  | HTMLElement
  | null
  | undefined
  | RefObject<HTMLElement | null>
  | (() => HTMLElement | null | undefined);

export interface FocusOptions {
  /** Does not scroll the page to it. */
  stay?: boolean;
}

function elementOf(target: FocusTarget): HTMLElement | null | undefined {
  if (typeof target === 'function') return target();
  return target instanceof HTMLElement ? target : target?.current;
}

/** Moves the focus; all focus changes made by the client go through here. False if the target does not exist. */
export function moveFocus(target: FocusTarget, { stay = false }: FocusOptions = {}): boolean {
  const element = elementOf(target);
  element?.focus({ preventScroll: stay });
  return element != null;
}

/** Moves the focus when a component mounts, and again each time that `when` changes. */
export function useFocusOn(target: FocusTarget, when?: unknown, options?: FocusOptions): void {
  const move = useEffectEvent(() => moveFocus(target, options));
  useEffect(() => void move(), [when]);
}
