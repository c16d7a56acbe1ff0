import type { CSSProperties } from 'react';

/** Passes the size of a film, or the slots for it, to its styles, which leave room for it before it loads. */
export const frameStyle = ({
  width,
  height,
}: {
  width?: number | string | undefined;
  height?: number | string | undefined;
}): CSSProperties => ({ '--width': width, '--height': height }) as CSSProperties;
