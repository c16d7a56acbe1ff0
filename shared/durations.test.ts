import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** Settings with units of their own, and programs that have no access to `shared`. */
const exceptions = ['shared/durations.ts', 'server/config/setting-kinds.ts', 'client/src/lib/format.ts'];

test('hours and days are written out in one table only', () => {
  const sources = globSync('{shared,server,client/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|generated|emulators/.test(file) && !exceptions.includes(file),
  );
  const local = sources.filter((file) =>
    /\b(86_?400(_?000)?|3_?600(_?000)?)\b|\b24 \* 60\b|\b60 \* 60\b/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );
  expect(local).toEqual([]);
});
