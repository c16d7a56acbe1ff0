import { limits } from '#shared/limits.ts';

/**
 * The largest centred crop of the given size whose aspect ratio is within the limits; it keeps the full shorter side.
 */
export function centreCrop(width: number, height: number) {
  const cropWidth = Math.min(width, Math.floor(height * limits.photo.maxAspect));
  const cropHeight = Math.min(height, Math.floor(width / limits.photo.minAspect));
  return {
    left: (width - cropWidth) >> 1,
    top: (height - cropHeight) >> 1,
    width: cropWidth,
    height: cropHeight,
  };
}
