import { useConsent } from './consent.ts';
import { ConsentBar } from './consent-bar.tsx';
import { usePixel } from './use-pixel.ts';
import { usePixelId } from './use-pixel-id.ts';

/** The advertising pixel and the question that comes before it. Nothing at all where no pixel is set up. */
export function PixelConsent() {
  const pixelId = usePixelId();
  const { choice, asking } = useConsent();
  usePixel(pixelId, choice);
  return pixelId && asking ? <ConsentBar choice={choice} /> : null;
}
