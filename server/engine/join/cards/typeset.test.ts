import { expect, test } from 'vitest';
import { sharp } from '#server/platform/image.ts';
import { createLettering } from '#server/engine/lettering/lettering.ts';
import { type Coverage, type Room, setText } from './typeset.ts';

const oneLine: Room = { width: 4000, height: 400, largest: 40, smallest: 40, maxLines: 1 };

async function set(text: string, room: Partial<Room> = {}): Promise<Coverage> {
  const lettering = await createLettering(text);
  return setText(lettering, lettering.printable(text), { ...oneLine, ...room });
}

/** The area that ink covers, in pixels. */
const inkOf = ({ data }: Coverage): number => data.reduce((sum, covered) => sum + covered / 255, 0);

/** Where the ink of the upper fifth is, 0 (left) to 1 (right): tall letters alone reach up there. */
function tallInk({ width, height, data }: Coverage): number {
  const upper = data.subarray(0, width * Math.floor(height / 5));
  const weighted = upper.reduce((sum, covered, i) => sum + covered * ((i % width) / width), 0);
  return weighted / upper.reduce((sum, covered) => sum + covered, 0);
}

test.each([
  ['Latin', 'Łódź, Čapek, Ștefan'],
  ['Vietnamese', 'Vượng ế'],
  ['Greek', 'Ελένη'],
  ['Cyrillic', 'Жанна'],
  ['Arabic', 'جدتي'],
  ['Hebrew', 'סבתא'],
  ['Devanagari', 'दादी'],
  ['Thai', 'คุณยาย'],
  ['Chinese', '奶奶婚礼張學'],
  ['Japanese', 'おばあちゃんの写真'],
  ['Korean', '할머니'],
  ['emoji', '👵🏼❤️👨‍👩‍👧🇮🇹1️⃣'],
])('%s is drawn whole, and as no box that stands for a missing character', async (_, text) => {
  const lettering = await createLettering(text);
  expect(lettering.printable(text)).toBe(text);
  const drawn = await set(text);
  // In a font that has no character of it.
  const missing = await sharp({
    text: {
      text: `<span font_family="Noto Serif KR" fallback="false">${text}</span>`,
      font: 'x 40',
      dpi: 72,
    },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(inkOf(drawn)).toBeGreaterThan(100);
  if (text !== '할머니') expect(missing.info.width).not.toBe(drawn.width);
});

test.each([
  ['  two\n\tlines ', 'two lines'],
  ['\u202egnp.exe\u0000', 'gnp.exe'],
  ['Nonna 𓀀 Rosa', 'Nonna Rosa'],
  ['𓀀', ''],
  ['', ''],
  ['<b>&amp;', '<b>&amp;'],
])('of %j, %j is printable', async (text, printable) => {
  expect((await createLettering(text)).printable(text)).toBe(printable);
});

test('a text of any length is cut to 200 characters, whole ones', async () => {
  const lettering = await createLettering('x');
  expect(lettering.printable('x'.repeat(100_000))).toBe('x'.repeat(200));
  expect(lettering.printable(`${'x'.repeat(199)}👵🏼`)).toBe('x'.repeat(199));
});

test.each([
  ['Hebrew', 'לאום'],
  ['Arabic', 'ادرد'],
])('%s is set from right to left', async (_, text) => {
  expect(tallInk(await set(text))).toBeGreaterThan(0.6);
  expect(tallInk(await set('lane'))).toBeLessThan(0.3);
});

test('Arabic letters are joined', async () => {
  const joined = await set('بيت');
  const apart = await Promise.all(['ب', 'ي', 'ت'].map((letter) => set(letter)));
  expect(joined.width).toBeLessThan(0.9 * apart.reduce((sum, { width }) => sum + width, 0));
});

test('markup is set as it is written', async () => {
  expect((await set('<b>a</b>')).width).toBeGreaterThan(4 * (await set('a')).width);
  expect((await set('&lt;')).width).toBeGreaterThan(2 * (await set('<')).width);
});

test('a word that fits in no line is broken, and loses nothing', async () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const broken = await set(word, { width: 400, maxLines: 8 });
  expect(broken.width).toBeLessThanOrEqual(400);
  expect(inkOf(broken) / inkOf(await set(word))).toBeCloseTo(1, 1);
});

test('a long word is set smaller before it is broken', async () => {
  const { width, height } = await set('Schifffahrt', { width: 150, smallest: 20, maxLines: 8 });
  expect(width).toBeLessThanOrEqual(150);
  expect(height).toBeLessThan(40);
});

test('lines are about equally long', async () => {
  const text = 'The summers of our childhood by the sea';
  const { width } = await set(text, { width: 600, maxLines: 2 });
  expect(width).toBeLessThan(0.6 * (await set(text)).width);
});

test('what does not fit in the smallest type ends in an ellipsis after a whole character', async () => {
  const family = '👨‍👩‍👧';
  const short = await set(family.repeat(20), { width: 500 });
  const expected = await Promise.all(
    Array.from({ length: 12 }, (_, i) => set(`${family.repeat(i + 1)}…`, { width: 800 })),
  );
  expect(expected.filter(({ data }) => Buffer.from(data).equals(short.data))).toHaveLength(1);
});
