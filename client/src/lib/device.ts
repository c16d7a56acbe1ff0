import { milliseconds } from '#shared/durations.ts';
/**
 * Whose data it is that a browser keeps: that of the person who is signed in, which signing out clears; or the
 * browser's own, such as its language, which stays.
 */
type Keeper = 'person' | 'browser';

/** How long a photo that was chosen, tried or shared is kept for its person to return, in milliseconds. */
export const photoMaxAge = milliseconds.hour;

/** How often an open page renews what it stored, so that it does not expire, in milliseconds. */
export const renewInterval = 10 * milliseconds.minute;

/** The caches of service-worker.ts. A changed offline page needs another name: devices keep the old one otherwise. */
export const offlineCache = 'memori-offline-2';
export const sharedPhotoCache = 'memori-shared-photo';

/** Everything that Memori keeps in a browser besides its cookies, by name; nothing is stored under any other name. */
export const onDevice = {
  local: {
    'memori.galleryOrder': 'person',
    'memori.language': 'browser',
    'memori.pixelConsent': 'browser',
    /** Which events were sent, so that none is counted twice. Says nothing about its content. */
    'memori.pixelSent': 'browser',
    'memori.photoKeptAt': 'person',
  },
  session: {
    'memori.albumDraft': 'person',
    'memori.deleted': 'person',
    'memori.paymentReturn': 'person',
    'memori.pixelRegistered': 'person',
    'memori.reloading': 'person',
    'memori.signedIn': 'person',
    'memori.upgradeClosed': 'person',
  },
  /** With a secret at the end: what somebody without an account sent through a family box from this browser. */
  localPrefixes: { 'memori-box-': 'browser' },
  databases: { memori: 'person' },
  caches: { [offlineCache]: 'browser', [sharedPhotoCache]: 'person' },
} as const satisfies Record<string, Record<string, Keeper>>;

/** An area of the browser's storage for texts. */
export type TextArea = 'local' | 'session';
export type TextKey<Area extends TextArea> = keyof (typeof onDevice)[Area];

/** The names in this part of the list that are the person's. */
export function personsNames(part: keyof typeof onDevice): string[] {
  return Object.entries(onDevice[part]).flatMap(([name, keeper]) => (keeper === 'person' ? [name] : []));
}
