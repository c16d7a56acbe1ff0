import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type Root } from 'postcss';
import { expect, test } from 'vitest';

// What Chromium draws and WebKit or Firefox do not (decision 080). The browser tests run in Chromium only.
const source = path.resolve(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: source }).map(
  (file) => [file, postcss.parse(readFileSync(path.join(source, file), 'utf8'))] as const,
);

const filesWith = (find: (sheet: Root, found: () => void) => void) =>
  sheets.flatMap(([file, sheet]) => {
    let has = false;
    find(sheet, () => {
      has = true;
    });
    return has ? [file] : [];
  });

test('no animation changes content-visibility, which leaves the content empty in WebKit', () => {
  expect(
    filesWith((sheet, found) =>
      sheet.walkAtRules('keyframes', (rule) => rule.walkDecls('content-visibility', found)),
    ),
  ).toEqual([]);
});

test('whatever blends is isolated, without which WebKit may lose the backdrop', () => {
  const blends = filesWith((sheet, found) => sheet.walkDecls('mix-blend-mode', found));
  expect(blends).not.toEqual([]);
  expect(filesWith((sheet, found) => sheet.walkDecls('isolation', found))).toEqual(
    expect.arrayContaining(blends),
  );
});

test('no style reads a typed attribute, which neither WebKit nor Firefox can', () => {
  expect(
    filesWith((sheet, found) =>
      sheet.walkDecls((declaration) => void (/\battr\([^)]*\btype\(/.test(declaration.value) && found())),
    ),
  ).toEqual([]);
});
