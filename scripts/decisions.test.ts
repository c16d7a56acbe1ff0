import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/decisions');
const files = readdirSync(folder).filter((file) => file !== 'README.md');
const numbers = new Set(files.map((file) => file.slice(0, 3)));
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('the index lists every decision under its title', () => {
  const listed = [...read('README.md').matchAll(/^\| (\d{3}) \| \[(.+)\]\((.+\.md)\) \|/gm)].map(
    ([, number, title, file]) => `${file} # ${number}: ${title}`,
  );
  const written = files.map((file) => `${file} ${read(file).split('\n')[0]}`);
  expect(listed.toSorted()).toEqual(written.toSorted());
});

test('each decision has at most sixty lines', () => {
  expect(files.filter((file) => read(file).trimEnd().split('\n').length > 60)).toEqual([]);
});

test.each(['architecture', 'threat-model'])(
  'every decision that docs/%s.md refers to by its number alone exists',
  (name) => {
    const document = readFileSync(path.join(root, `docs/${name}.md`), 'utf8');
    const named = [...document.matchAll(/\((?:[^()]*, )?(\d{3}(?:, \d{3})*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((number) => !numbers.has(number))).toEqual([]);
  },
);

test('every decision that a file refers to exists', () => {
  const lines = execFileSync('git', ['grep', '-hIE', 'decisions?[ /][0-9]{3}'], {
    cwd: root,
    encoding: 'utf8',
  });
  const named = [...lines.matchAll(/decisions?[ /](\d{3}(?:(?:, | and | to )\d{3})*)/g)].flatMap(
    ([, list = '']) => list.match(/\d{3}/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((number) => !numbers.has(number))).toEqual([]);
});
