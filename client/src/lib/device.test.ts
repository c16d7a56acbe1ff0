import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const client = path.resolve(import.meta.dirname, '..');

/** The files that may use the browser's storage directly, with what they store there. */
const storing: Record<string, string> = {
  'lib/device.ts': 'nothing: it is the list',
  'lib/storage.ts': 'texts under names of the list, by their type',
  'entities/user/forget-person.ts': 'nothing: it clears the list',
  'entities/outbox/storage.ts': 'the database of the list',
  'entities/outbox/shared-photos.ts': 'the shared photo of the list',
  'documents/pwa/service-worker.ts': 'the caches of the list',
  'documents/box/start.ts': 'the prefix of the list',
};
/** Web storage, IndexedDB and the library around it, the Cache API, the origin's private file system. */
const api =
  /\b(?:local|session)Storage\b|\bindexedDB\b|\bidb-keyval\b|\bcaches\b|\bstorage\.getDirectory\b|\bcookieStore\b/;

const isCode = (line: string) => !/^\s*(?:\*|\/\/|\/\*)/.test(line);

test('only these files keep something in the browser, so that signing out can clear all of it', () => {
  const using = globSync('**/*.{ts,tsx}', { cwd: client })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      readFileSync(path.join(client, file), 'utf8')
        .split('\n')
        .some((line) => isCode(line) && api.test(line)),
    );
  expect(using.toSorted()).toEqual(Object.keys(storing).toSorted());
});

test('what the family box stores has the prefix of the list', () => {
  const box = readFileSync(path.join(client, 'documents/box/start.ts'), 'utf8');
  expect(box).toContain('const key = `memori-box-${secret}`;');
});
