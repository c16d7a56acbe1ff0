import type { CSSProperties } from 'react';

/** Passes the size of a film to its styles, which leave room for it before it loads. */
export const frameStyle = ({
  width,
  height,
}: {
  width?: number | undefined;
  height?: number | undefined;
}): CSSProperties => ({ '--width': width, '--height': height }) as CSSProperties;
