import type { CSSProperties } from 'react';
import { limits } from '#shared/limits.ts';
import classes from './tooltip.module.css';

/** The class of an element with a tooltip; its own styles set the position with `--tooltip-inset`. */
export const tooltipClass = classes.tooltip ?? '';

/** The tooltip's text and the delays common to all tooltips. Screen readers use the element's own name instead. */
export function tooltip(text: string): { 'data-tooltip': string; style: CSSProperties } {
  const style = {
    '--tooltip-opens': `${limits.tooltip.openDelayMilliseconds}ms`,
    '--tooltip-closes': `${limits.tooltip.skipDelayMilliseconds}ms`,
  } as CSSProperties;
  return { 'data-tooltip': text, style };
}
