import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPdf, readCode } from '#tests/support/pdf.ts';
import { portrait } from '#tests/support/photos.ts';
import { type Card, type KeepsakeRequest, makeKeepsake } from './keepsake.ts';

const url = 'https://memori.example/it/video/abcdefghijklmnopqrstuvwxyz234567';
const request: KeepsakeRequest = {
  format: 'a6',
  onA4: false,
  hint: 'Scan to see it move',
  title: 'Nonna Rosa',
  language: 'en',
};
const card = async (changes: Partial<Card> = {}): Promise<Card> => ({
  photo: await portrait(),
  name: 'Nonna Rosa, 1931',
  url,
  ...changes,
});

async function made(cards: Card[], changes: Partial<KeepsakeRequest> = {}) {
  return openPdf(await buffer(await makeKeepsake(cards, { ...request, ...changes })));
}

test.each([
  ['a6', false, [105, 148], [1, 1]],
  ['a5', false, [148, 210], [1, 1]],
  ['postcard', false, [148, 100], [1, 1]],
  ['a6', true, [210, 297], [2, 2]],
  ['a5', true, [297, 210], [2, 1]],
  ['postcard', true, [297, 210], [2, 2]],
] as const)(
  '%s (on A4: %s) has the right size, the text and a readable code',
  async (format, onA4, size, grid) => {
    const pdf = await made([await card()], { format, onA4 });
    expect(pdf.pages).toBe(1);
    const page = await pdf.page(1);
    expect(page.millimetres).toEqual(size);
    expect(page.text).toContain('Nonna Rosa, 1931');
    expect(page.text).toContain('Scan to see it move');
    expect(readCode(await page.pixels(150, grid))).toBe(url);
  },
);

test('a single card fills its sheet, and several span as many sheets as needed', async () => {
  const filled = await (await made([await card()], { onA4: true })).page(1);
  expect(filled.text.match(/Nonna Rosa/g)).toHaveLength(4);
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const several = await made(await Promise.all(names.map((name) => card({ name }))), { onA4: true });
  expect(several.pages).toBe(2);
  expect((await several.page(2)).text).toContain('Five');
  expect((await several.page(2)).text).not.toContain('Four');
  const single = await made(await Promise.all(names.map((name) => card({ name }))));
  expect(single.pages).toBe(5);
});

test.each([
  ['Zoë Čapek, Łódź'],
  ['Ștefan, Vượng, ễ'],
  ['Ελένη Παπαδοπούλου'],
  ['Бабушка Жанна, 1931'],
  ['奶奶的婚礼'],
  ['張學友'],
  ['おばあちゃんの写真'],
  ['할머니 결혼식'],
  ['दादी की शादी'],
  ['คุณยายกับคุณตา'],
  ['👵❤️ Nonna'],
])('%s is printed as it is', async (name) => {
  const page = await (await made([await card({ name })])).page(1);
  expect(page.text).toContain(`${name} Scan to see it move`);
});

test.each([
  ['Nonna \u{13000} Rosa', 'Nonna Rosa Scan to see it move'],
  ['Nonna x\u2d7f', 'Nonna x Scan to see it move'],
  ['\u{13000}', 'Scan to see it move'],
])('what no font has is left out: %j', async (name, text) => {
  const page = await (await made([await card({ name })])).page(1);
  expect(page.text.trim()).toBe(text);
});

test.each([
  // In the order in which it is seen, from left to right.
  ['סבתא רבקה (1931) ב-חיפה!', '!חיפה-ב (1931) סבתא רבקה'],
  ['Nonna סבתא 2020 Rosa', 'Nonna 2020 סבתא Rosa'],
  ['רבקה Roma', 'Roma רבקה'],
  ['١٩٣١', '١٩٣١'],
])('%s is printed from right to left where it is read so', async (name, seen) => {
  const page = await (await made([await card({ name })])).page(1);
  expect(page.text).toContain(`${seen} Scan to see it move`);
});

test('the longest name fits, and so does an unbreakable word', async () => {
  for (const name of ['Nonna Rosa e le sue sorelle '.repeat(3).trim(), 'x'.repeat(100)]) {
    const page = await (await made([await card({ name })])).page(1);
    expect(page.text.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
    expect(page.right).toBeLessThan(105);
  }
});

test('a landscape photo fits', async () => {
  const pdf = await made([await card({ photo: await portrait({ width: 800, height: 500 }) })]);
  expect((await pdf.page(1)).millimetres).toEqual([105, 148]);
});
