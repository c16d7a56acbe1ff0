// Does two things and no more: shows a page of its own where a navigation finds no connection, and takes the photo that
// another app shares. It answers nothing else and keeps nothing of Memori's, private or not, so that it never stands between
// a page and a newer Memori (docs/decisions/120-installable.md).
const offline = 'memori-offline-1';
const shared = 'memori-shared-photo';
const pages = { en: '/offline-en.html', it: '/offline-it.html' };

self.addEventListener('install', (event) => {
  const requests = Object.values(pages).map((page) => new Request(page, { cache: 'reload' }));
  event.waitUntil(caches.open(offline).then((cache) => cache.addAll(requests)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const forget = (names) =>
    Promise.all(names.filter((name) => ![offline, shared].includes(name)).map((name) => caches.delete(name)));
  event.waitUntil(Promise.all([caches.keys().then(forget), self.clients.claim()]));
});

/** The offline page in the language of the address, else of the browser. */
async function offlinePage({ pathname }) {
  const [, prefix] = pathname.split('/');
  const language = prefix in pages ? prefix : self.navigator.language.startsWith('it') ? 'it' : 'en';
  return (await caches.match(pages[language])) ?? Response.error();
}

/** Puts the photo where the create page looks for it, and leads there. */
async function takePhoto(request) {
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

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method === 'POST' && address.pathname === '/share-photo') {
    event.respondWith(takePhoto(request));
  } else if (
    request.mode === 'navigate' &&
    request.method === 'GET' &&
    !address.pathname.startsWith('/api/')
  ) {
    event.respondWith(fetch(request).catch(() => offlinePage(address)));
  }
});
