import { expect, test } from 'vitest';
import { cuesOf, webVtt } from './subtitles.ts';

const voice = (text: string | undefined, from: number, seconds: number) => ({
  path: '',
  item: 0,
  from,
  seconds,
  ...(text === undefined ? {} : { text }),
});

test('a few words are one subtitle for as long as the voice speaks; a voice without words has none', () => {
  expect(
    cuesOf([voice('Ciao, Anna!', 20, 3), voice(undefined, 2, 9), voice('Buongiorno.', 1.25, 2)]),
  ).toEqual([
    { from: 1.25, to: 3.25, text: 'Buongiorno.' },
    { from: 20, to: 23, text: 'Ciao, Anna!' },
  ]);
});

test('more words are divided at the end of a sentence, or between words, in proportion to their length', () => {
  const text =
    'This is your great-grandmother on the day of her wedding. She was twenty, and had never seen the sea before that summer when they all went to Liguria by train.';
  const cues = cuesOf([voice(text, 10, 16)]);
  expect(cues.map((cue) => cue.text)).toEqual([
    'This is your great-grandmother on the day of her wedding.',
    'She was twenty, and had never seen the sea before that summer when they all went to',
    'Liguria by train.',
  ]);
  expect(cues[0]!.from).toBe(10);
  expect(cues[0]!.to).toBeCloseTo(10 + (16 * 57) / 157, 6);
  expect(cues[2]!.to).toBeCloseTo(26, 6);
  for (const [n, cue] of cues.slice(1).entries()) expect(cue.from).toBe(cues[n]!.to);
});

test('text without spaces is divided as well', () => {
  const cues = cuesOf([voice('今日はとても良い天気ですから、みんなで海へ行きましょう。'.repeat(6), 0, 30)]);
  expect(cues.length).toBeGreaterThan(1);
  for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(84);
});

test('words that look like markup or times stay words', () => {
  const file = webVtt([{ from: 3661.5, to: 3662, text: '1 < 2 & 00:01 --> <b>bold</b>' }]);
  expect(file).toBe(
    'WEBVTT\n\n01:01:01.500 --> 01:01:02.000\n1 &lt; 2 &amp; 00:01 --&gt; &lt;b&gt;bold&lt;/b&gt;\n',
  );
});
