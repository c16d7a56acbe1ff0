import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let memori: TestServer;
beforeAll(async () => {
  memori = await startTestServer({ jobs: false });
});
afterAll(() => memori.close());

test.each([
  // A phone's share sheet, and the page's own form.
  ['none', '/en/create#shared-photo=4f9c'],
  ['same-origin', '/en/create#shared-photo=4f9c'],
  // Forms on other sites, with any referrer policy; a subdomain is another site too.
  ['cross-site', '/en/create'],
  ['same-site', '/en/create'],
  // Browsers that send no such header have no share sheet.
  [null, '/en/create'],
])('a photo whose request is %s is confirmed accordingly', async (site, location) => {
  const headers = new Headers(site === null ? {} : { 'sec-fetch-site': site });
  const answer = await fetch(`${memori.url}/share-photo/4f9c`, { headers, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an id stays one part of the address, and the visitor’s language is kept', async () => {
  const headers = { 'sec-fetch-site': 'none', cookie: 'memori_language=it' };
  const answer = await fetch(`${memori.url}/share-photo/%2Fevil%23x`, { headers, redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/it/create#shared-photo=%2Fevil%23x');
});
