import type { CSSProperties } from 'react';
import { limits } from '../../../shared/limits.ts';
import classes from './tooltip.module.css';

/** For the element that has a tooltip; its own styles say where, with `--tooltip-inset`. */
export const tooltipClass = classes.tooltip ?? '';

/** The tooltip's text and the delays that all tooltips have. Screen readers have the element's own name. */
export function tooltip(text: string): { 'data-tooltip': string; style: CSSProperties } {
  const style = {
    '--tooltip-opens': `${limits.tooltip.openDelayMilliseconds}ms`,
    '--tooltip-closes': `${limits.tooltip.skipDelayMilliseconds}ms`,
  } as CSSProperties;
  return { 'data-tooltip': text, style };
}
