import { useEffect, useRef } from 'react';
import { appPageAt } from '#shared/pages.ts';
import { type AppEvent, onAppEvent } from '#client/entities/user/app-events.ts';
import type { Choice } from './consent.ts';
import { loadPixel, revokePixel } from './fbq.ts';
import { pixelEventsFor } from './pixel-events.ts';
import { rememberRegistration, takeRegistration } from './registration.ts';
import { claimKey } from './sent-keys.ts';

function send(event: AppEvent): void {
  for (const { name, parameters, onceKey } of pixelEventsFor(event)) {
    if (onceKey !== undefined && !claimKey(onceKey)) continue;
    window.fbq?.('track', name, ...(parameters ? [parameters] : []));
  }
}

const onCreatePage = () => appPageAt(window.location.pathname) === 'create';

/**
 * Sends events to the pixel while there is one and the visitor has consented. Events from before the consent are never
 * sent later, except the view of the create page, if it is still open at that time. `pixelId` is undefined until it is
 * known whether there is one; until then, events are queued.
 */
export function usePixel(pixelId: string | null | undefined, choice: Choice | null): void {
  const viewed = useRef(false);
  useEffect(() => {
    if (pixelId === undefined) return;
    if (pixelId === null || choice !== 'granted') {
      revokePixel();
      return onAppEvent(({ type }) => {
        if (type === 'create-viewed') viewed.current = true;
      });
    }
    loadPixel(pixelId);
    if (viewed.current && onCreatePage()) send({ type: 'create-viewed' });
    viewed.current = false;
    if (takeRegistration()) send({ type: 'registered' });
    return onAppEvent((event) => {
      // The page is about to reload as the new user, so this event is stored for it.
      if (event.type === 'registered') rememberRegistration();
      else send(event);
    });
  }, [pixelId, choice]);
}
