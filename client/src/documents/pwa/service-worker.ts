// Does only two things: shows an offline page when a navigation fails to connect, and receives photos that other apps
// share. It answers no other requests and caches nothing of Memori's, private or not, so that it never stands between a
// page and a newer Memori (decision 120). Built as /sw.js.

import { sharePath } from '#shared/shared-photo.ts';
import {
  defaultLanguage,
  isLanguage,
  languageFromPath,
  type Language,
  languages,
} from '#shared/languages.ts';
import { offlineCache, onDevice, photoMaxAge, sharedPhotoCache } from '#client/lib/device.ts';

/** The part of its global scope that the worker uses; the compiler's own types for it conflict with those of pages. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  navigator: { language: string };
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const pageIn = (language: Language) => `/offline-${language}.html`;

scope.addEventListener('install', (event) => {
  const requests = languages.map((language) => new Request(pageIn(language), { cache: 'reload' }));
  event.waitUntil(caches.open(offlineCache).then((cache) => cache.addAll(requests)));
  void scope.skipWaiting();
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOlder(), scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && pathname === sharePath) event.respondWith(takePhotos(request));
  else if (request.mode === 'navigate' && request.method === 'GET' && !pathname.startsWith('/api/')) {
    event.respondWith(fetch(request).catch(() => offlinePage(pathname)));
    event.waitUntil(forgetExpired());
  }
});

async function forgetOlder(): Promise<void> {
  const older = (await caches.keys()).filter((name) => !(name in onDevice.caches));
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Deletes shared photos that nobody came for. */
async function forgetExpired(): Promise<void> {
  if (!(await caches.has(sharedPhotoCache))) return;
  const cache = await caches.open(sharedPhotoCache);
  const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const isOld = (photo?: Response) => Number(photo?.headers.get('X-Taken') ?? 0) + photoMaxAge < Date.now();
  if (kept.some(isOld)) await caches.delete(sharedPhotoCache);
}

/** The offline page in the language of the address, otherwise of the browser. */
async function offlinePage(pathname: string): Promise<Response> {
  const [preferred = defaultLanguage] = [
    languageFromPath(pathname),
    scope.navigator.language.split('-')[0],
  ].filter(isLanguage);
  return (await caches.match(pageIn(preferred))) ?? Response.error();
}

/**
 * Stores the photos under a new id and leads to the server's answer about this id. The request itself does not tell the
 * worker whether it comes from the share sheet or from a form on another site, which can hide its origin; the browser
 * tells the server, at the end of the redirect (decision 120).
 */
async function takePhotos(request: Request): Promise<Response> {
  const photos = (await request.formData()).getAll('photo').filter((each) => each instanceof File);
  if (photos.length === 0) return Response.redirect('/create', 303);
  const place = `${sharePath}/${crypto.randomUUID()}`;
  await caches.delete(sharedPhotoCache);
  const cache = await caches.open(sharedPhotoCache);
  for (const [i, photo] of photos.entries()) {
    const headers = {
      'Content-Type': photo.type,
      'X-Name': encodeURIComponent(photo.name),
      'X-Taken': String(Date.now()),
    };
    await cache.put(`${place}/${i}`, new Response(photo, { headers }));
  }
  return Response.redirect(place, 303);
}
