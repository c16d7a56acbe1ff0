import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const document = read('docs/threat-model.md');

/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section: the levels of its requirements 1, 2, 3, …, and
 * `-` for those of level 3, which are not required.
 */
const standard: Record<string, string> = {
  'V1.1': '22',
  'V1.2': '111112222',
  'V1.3': '11222222222',
  'V1.4': '222',
  'V1.5': '12',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '1222',
  'V2.4': '2',
  'V3.2': '11',
  'V3.3': '1222',
  'V3.4': '112222',
  'V3.5': '11122',
  'V3.7': '22',
  'V4.1': '122',
  'V4.2': '2',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112',
  'V5.3': '11',
  'V5.4': '222',
  ...{
    'V6.1': '122',
    'V6.2': '111111112222',
    'V6.3': '1122',
    'V6.4': '1122',
    'V6.5': '22222',
    'V6.6': '222',
  },
  ...{
    'V6.8': '2222',
    'V7.1': '222',
    'V7.2': '1111',
    'V7.3': '22',
    'V7.4': '11222',
    'V7.5': '22',
    'V7.6': '22',
  },
  'V8.1': '12',
  'V8.2': '112',
  'V8.3': '1',
  'V8.4': '2',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '22',
  'V10.3': '2222',
  'V10.4': '11111222222',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '22',
  'V11.2': '222',
  'V11.3': '112',
  'V11.4': '1222',
  'V11.5': '2',
  'V11.6': '2',
  'V12.1': '122',
  'V12.2': '11',
  'V12.3': '2222',
  'V13.1': '2',
  'V13.2': '22222',
  'V13.3': '22',
  'V13.4': '12222',
  'V14.1': '22',
  'V14.2': '1222',
  'V14.3': '122',
  'V15.1': '122',
  'V15.2': '122',
  'V15.3': '1222222',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '222',
  'V17.1': '2',
  'V17.2': '2222',
  'V17.3': '22',
};

interface Row {
  id: string;
  level: string;
  asks: string;
  status: string;
  shown: string;
}

const rows = document
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line): Row => {
    const [id = '', level = '', asks = '', status = '', shown = ''] = line.slice(2, -2).split(' | ');
    return { id, level, asks, status, shown };
  });

const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]+\.tsx?)`/g)].map(([, file = '']) => file);
const testsIn = (text: string) => filesIn(text).filter((file) => /\.(test|spec)\.tsx?$/.test(file));

test('every requirement of levels 1 and 2 has one row, with its level', () => {
  const asked = Object.entries(standard).flatMap(([section, levels]) =>
    Array.from(levels).map((level, index) => `${section}.${index + 1} ${level}`),
  );
  expect(asked).toHaveLength(253);
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(asked);
});

test('every met requirement names a test, or says why there is none', () => {
  const unproved = rows.filter(
    ({ status, shown }) =>
      status === 'met' && testsIn(shown).length === 0 && !/[Nn]o test[:, ]\S?/.test(shown),
  );
  expect(unproved).toEqual([]);
});

test('every requirement that is not met has a reason', () => {
  let before = '';
  for (const { id, status, shown } of rows) {
    expect(['met', 'not applicable', 'deviates'], id).toContain(status);
    // "As above" refers to the reason of the previous row, which is not applicable either.
    if (shown === 'as above') expect([id, status, before]).toEqual([id, 'not applicable', 'not applicable']);
    else expect(shown.length, id).toBeGreaterThan(10);
    before = status;
  }
});

test('the figures in the text match the table', () => {
  const count = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
  expect(document).toContain(
    `Of 253 requirements ${count('met')} are met, ${count('not applicable')} are not applicable, and ${count('deviates')} are deviated from`,
  );
});

test('every file named in the document exists, and test files contain tests', () => {
  const named = [...new Set(filesIn(document))];
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  for (const file of new Set(testsIn(document))) expect(read(file), file).toMatch(/\b(test|base)(\.\w+)*\(/);
});

/** The server's own code, without tests and emulators. */
const sources = globSync('server/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.ts$|^server\/(generated|emulators)\//.test(file));

test('all code that calls cryptography is in the list of keys and algorithms', () => {
  const inventory = document.split('## Keys and algorithms')[1]?.split('\n## ')[0] ?? '';
  const uses =
    /from '(node:crypto|@node-rs\/argon2|age-encryption|@peculiar\/x509|@simplewebauthn\/server|@contentauth\/c2pa-node)'|import\('(node:crypto|age-encryption|@peculiar\/x509|@contentauth\/c2pa-node)'\)|crypto\.subtle/;
  const callers = sources.filter((file) => uses.test(read(file)));
  expect(callers.length).toBeGreaterThan(20);
  expect(callers.filter((file) => !filesIn(inventory).includes(file))).toEqual([]);
});

test('uses no broken hash, no other cipher, no Math.random for secrets, and never skips certificate checks', () => {
  const algorithms = sources.flatMap((file) =>
    [...read(file).matchAll(/create(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*'([\w-]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(new Set(algorithms)).toEqual(new Set(['aes-256-gcm', 'sha256']));
  const forbidden =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser|createCipher\(|pseudoRandomBytes/;
  expect(sources.filter((file) => forbidden.test(read(file)))).toEqual([]);
  // Used for jitter only; no secret is generated with it.
  expect(sources.filter((file) => read(file).includes('Math.random')).sort()).toEqual([
    'server/platform/concurrency/throttle.ts',
    'server/platform/database/persistent-connection.ts',
    'server/providers/video/remote/backoff.ts',
    'server/transport/http/middleware/load-shedding.ts',
  ]);
});
