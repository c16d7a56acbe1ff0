import { expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { preparePhoto } from './photo.ts';

test('photos of one person are decoded one after the other, and leave a decoder for everybody else', async () => {
  const [large, small] = [
    await portrait({ width: 3000, height: 4000 }),
    await portrait({ width: 300, height: 300 }),
  ];
  // Starts both processes.
  await Promise.all([preparePhoto(small, 'one'), preparePhoto(small, 'other')]);
  const order: string[] = [];
  const prepare = async (photo: Buffer, owner: string) => {
    await preparePhoto(photo, owner);
    order.push(owner);
  };
  const greedy = Array.from({ length: 6 }, () => prepare(large, 'greedy'));
  await Promise.all([...greedy, prepare(small, 'other')]);
  expect(order.indexOf('other')).toBeLessThan(2);
  expect(order.at(-1)).toBe('greedy');
});
