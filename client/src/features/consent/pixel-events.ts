import { currency } from '#shared/packages.ts';
import type { AppEvent } from '#client/entities/user/app-events.ts';

/** An event in the advertising pixel's format. */
export interface PixelEvent {
  name: 'ViewContent' | 'InitiateCheckout' | 'Purchase' | 'Subscribe' | 'CompleteRegistration';
  parameters?: { currency: string; value: number };
  /** An event with a key is sent only once per browser, across reloads and tabs. */
  onceKey?: string;
}

/** The specification's events; a purchase has its value in euros, as actually charged. */
export function pixelEventsFor(event: AppEvent): PixelEvent[] {
  switch (event.type) {
    case 'create-viewed':
      return [{ name: 'ViewContent' }];
    case 'registered':
      return [{ name: 'CompleteRegistration' }];
    case 'checkout-opened':
      return [{ name: 'InitiateCheckout' }];
    case 'purchased': {
      const parameters = { currency: currency.toUpperCase(), value: event.amountPaid / 100 };
      const names = ['Purchase', 'Subscribe'] as const;
      return names.map((name) => ({ name, parameters, onceKey: `${name}:${event.sessionId}` }));
    }
  }
}
