// Does only two things: shows an offline page when a navigation fails to connect, and receives photos that other apps
// share. It answers no other requests and caches nothing of Memori's, private or not, so that it never stands between a
// page and a newer Memori (decision 120). Built as /sw.js.

import {
  defaultLanguage,
  isLanguage,
  languageFromPath,
  type Language,
  languages,
} from '../../shared/languages.ts';

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
interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const offline = 'memori-offline-2';
const shared = 'memori-shared-photo';
const pageIn = (language: Language) => `/offline-${language}.html`;

scope.addEventListener('install', (event) => {
  const requests = languages.map((language) => new Request(pageIn(language), { cache: 'reload' }));
  event.waitUntil(caches.open(offline).then((cache) => cache.addAll(requests)));
  void scope.skipWaiting();
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOlder(), scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && pathname === '/share-photo') event.respondWith(takePhoto(request));
  else if (request.mode === 'navigate' && request.method === 'GET' && !pathname.startsWith('/api/')) {
    event.respondWith(fetch(request).catch(() => offlinePage(pathname)));
  }
});

async function forgetOlder(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name !== offline && name !== shared);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The offline page in the language of the address, otherwise of the browser. */
async function offlinePage(pathname: string): Promise<Response> {
  const [preferred = defaultLanguage] = [
    languageFromPath(pathname),
    scope.navigator.language.split('-')[0],
  ].filter(isLanguage);
  return (await caches.match(pageIn(preferred))) ?? Response.error();
}

/** Stores the photo where the create page looks for it, and redirects there. */
async function takePhoto(request: Request): Promise<Response> {
  const photo = (await request.formData()).get('photo');
  if (photo instanceof File) {
    const headers = {
      'Content-Type': photo.type,
      'X-Name': encodeURIComponent(photo.name),
      'X-Taken': String(Date.now()),
    };
    await (await caches.open(shared)).put('/share-photo', new Response(photo, { headers }));
  }
  return Response.redirect('/create', 303);
}
