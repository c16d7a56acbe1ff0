import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { offlineCache } from '#client/lib/device.ts';
import { renderOffline } from './offline-page.ts';

test.each([
  ['en', 'Memori can’t be reached', 'Check your internet connection, then try again.'],
  ['it', 'Memori non è raggiungibile', 'Controlla la connessione a internet e riprova.'],
] as const)(
  '%s: says what is known, that Memori can’t be reached, and what to do',
  (language, known, next) => {
    const page = renderOffline(language);
    expect(page).toContain(`<h1>${known}</h1><p>${next}`);
    expect(page).not.toMatch(/You are offline|Manca la connessione|No connection|Nessuna connessione/);
  },
);

test('devices get a changed page, as the cache’s name changes with it', () => {
  const pages = renderOffline('en') + renderOffline('it');
  expect([offlineCache, createHash('sha256').update(pages).digest('hex').slice(0, 12)]).toEqual([
    'memori-offline-2',
    'b175ab3cac70',
  ]);
});
