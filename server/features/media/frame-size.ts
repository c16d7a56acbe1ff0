export interface SizeColumns {
  width: number | null;
  height: number | null;
}

/** The size of a film for its owner's pages; empty where it was not recorded. */
export const presentFrameSize = ({ width, height }: SizeColumns): { width?: number; height?: number } =>
  width === null || height === null ? {} : { width, height };
