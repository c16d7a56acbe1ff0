import { expect, test } from 'vitest';
import { suggestName } from './name-suggestion.ts';

test.each([
  ['Nonna Rosa, 1931.jpg', 'Nonna Rosa, 1931'],
  ['nonna_rosa-1931.JPG', 'Nonna rosa 1931'],
  ['Anna-Maria al mare.png', 'Anna-Maria al mare'],
  ['estate%201962 (2).webp', 'Estate 1962'],
  ['IMG_1234 Nonna.jpg', 'IMG 1234 Nonna'],
  ['家族の写真.jpg', '家族の写真'],
])('%s suggests %s', (originalFilename, name) => {
  expect(suggestName({ originalFilename, takenOn: '2019-08-21' }, 'en')).toBe(name);
});

test.each([
  'IMG_1234.jpg',
  'IMG-20190821-WA0003.jpg',
  'PXL_20230101_101112345.MP.jpg',
  'DSC00042.JPG',
  'WhatsApp Image 2023-01-01 at 10.11.12.jpeg',
  'Screenshot 2023-01-01.png',
  '3f2a9c1e-77aa-4b1c-9d33-aabbccddeeff.jpg',
  'scan0001.jpg',
  'photo.jpg',
  'image (3).png',
  'FB_IMG_1566412345678.jpg',
])('%s is no name: the date on which the photo was taken is suggested', (originalFilename) => {
  const photo = { originalFilename, takenOn: '2019-08-21' };
  expect(suggestName(photo, 'en')).toBe('August 21, 2019');
  expect(suggestName(photo, 'it')).toBe('21 agosto 2019');
  expect(suggestName({ originalFilename, takenOn: null }, 'en')).toBeNull();
});
