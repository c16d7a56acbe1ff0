import { expect, test } from 'vitest';
import type { PictureHash } from './picture-hash.ts';
import { suggestFilm } from './suggest-film.ts';
import { titleOf } from './suggested-title.ts';

const video = (taskId: string, name: string | null = null, takenOn: string | null = null) => ({
  taskId,
  name,
  takenOn,
  createdAt: `2026-11-2${taskId}T10:00:00Z`,
});
const hash = (seed: number): PictureHash => ({
  bits: Array.from({ length: 64 }, (_, i) => Math.sin(seed * 1000 + i * i) > 0),
  colour: [seed, seed, seed],
});
const idsOf = (videos: readonly { taskId: string }[]) => videos.map(({ taskId }) => taskId).join('');
const none = new Map<string, PictureHash>();

test('films go by the day of the photo, undated ones last, as they were made', () => {
  const videos = [video('4'), video('1', null, '1990-05-01'), video('3'), video('2', null, '1962-07-01')];
  expect(idsOf(suggestFilm(videos, none).videos)).toBe('2134');
});

test('on one day, videos of the same person follow each other', () => {
  const day = '2019-08-21';
  const videos = [
    video('1', 'Luca nuota', day),
    video('2', 'Nonna Rosa', day),
    video('3', 'Luca e il cane', day),
    video('4', 'Il pranzo di Nonna', day),
  ];
  expect(idsOf(suggestFilm(videos, none).videos)).toBe('1324');
});

test('of near twins one stays, the named one if there is one', () => {
  const hashes = new Map([
    ['1', hash(10)],
    ['2', hash(20)],
    ['3', { ...hash(10), colour: [15, 12, 8] as const }],
  ]);
  const videos = [video('1'), video('2'), video('3', 'Nonna')];
  const film = suggestFilm(videos, hashes);
  expect([idsOf(film.videos), idsOf(film.leftOut)]).toEqual(['23', '1']);
});

test('pictures of the same shapes in other colours are no twins', () => {
  const hashes = new Map([
    ['1', hash(10)],
    ['2', { ...hash(10), colour: [10, 40, 10] as const }],
  ]);
  expect(suggestFilm([video('1'), video('2')], hashes).leftOut).toEqual([]);
});

test('two videos stay, even if all are alike', () => {
  const hashes = new Map(['1', '2', '3', '4'].map((id) => [id, hash(10)]));
  const film = suggestFilm([video('1'), video('2'), video('3'), video('4')], hashes);
  expect([idsOf(film.videos), idsOf(film.leftOut)]).toEqual(['12', '34']);
});

test.each([
  [['Nonna Rosa', 'Nonna Rosa e il gatto', 'al mare'], 'Nonna Rosa'],
  [['Nonna', 'Luca', 'Anna'], null],
  [['Nonna', null, null, 'Nonna'], null],
  [['È arrivato Niccolò', 'Niccolò dorme', 'il mare'], 'Niccolò'],
  [[null, null], null],
])('what %j have in common is %j', (names, about) => {
  const videos = names.map((name, i) => video(String(i + 1), name));
  expect(suggestFilm(videos, none).about).toBe(about);
});

test.each([
  [['1962-07-01', '1975-01-01', '1992-01-01'], 3, 'tender'],
  [['2019-08-21', '2019-08-21'], 2, 'bright'],
  [['2019-08-21', '2020-01-01'], 2, 'calm'],
  [['2019-08-21', '2020-01-01'], 12, 'hopeful'],
  [[], 2, 'calm'],
])('photos of %j, %d in all, have %j music', (days, count, mood) => {
  const videos = Array.from({ length: count }, (_, i) => video(String(i), null, days[i] ?? null));
  expect(suggestFilm(videos, none).mood).toBe(mood);
});

test.each([
  ['Nonna Rosa', ['1962-07-01', '1975-01-01'], 'Nonna Rosa, 1962–1975', 'Nonna Rosa, 1962–1975'],
  ['Nonna', ['1962-07-01', '1962-12-01'], 'Nonna, 1962', 'Nonna, 1962'],
  [null, ['2019-08-21', '2019-08-30'], 'August 2019', 'agosto 2019'],
  [null, ['2019-08-21', '2019-08-21'], 'August 21, 2019', '21 agosto 2019'],
  ['Luca', null, 'Luca', 'Luca'],
  [null, null, 'Otherwise', 'Otherwise'],
  ['N'.repeat(120), null, 'N'.repeat(100), 'N'.repeat(100)],
] as const)('about %j, from %j: %j, %j', (about, days, english, italian) => {
  expect(titleOf({ about, days }, 'en', 'Otherwise')).toBe(english);
  expect(titleOf({ about, days }, 'it', 'Otherwise')).toBe(italian);
});
