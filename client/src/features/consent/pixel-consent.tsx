import { useConsent } from './consent.ts';
import { ConsentBar } from './consent-bar.tsx';
import { usePixel } from './use-pixel.ts';

/**
 * The advertising pixel and its consent question. Renders nothing if no pixel is configured. `pixelId` is null if there
 * is none, undefined until that is known.
 */
export function PixelConsent({ pixelId }: { pixelId: string | null | undefined }) {
  const { choice, asking } = useConsent();
  usePixel(pixelId, choice);
  return pixelId && asking ? <ConsentBar choice={choice} /> : null;
}
