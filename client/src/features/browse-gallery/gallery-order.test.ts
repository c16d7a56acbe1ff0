import { expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { byMonth, matching, monthName, sorted } from './gallery-order.ts';

const task = (taskId: string, facts: Partial<VideoTask>): VideoTask => ({
  id: taskId,
  taskId,
  status: 'Success',
  progress: 100,
  name: null,
  downloadUrl: '/a.mp4',
  thumbnailUrl: '/a.jpg',
  originalFilename: 'photo.jpg',
  takenOn: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  ai: false,
  photoKept: false,
  ...facts,
});

const tasks = [
  task('a', { name: 'Zia 10' }),
  task('b', { createdAt: '2026-11-02T12:00:00.000Z', takenOn: '1987-08-03' }),
  task('c', { createdAt: '2026-10-30T12:00:00.000Z', name: 'àncora', takenOn: '2019-01-31' }),
  task('d', {
    createdAt: '2026-10-02T12:00:00.000Z',
    name: 'zia 9',
    takenOn: '1987-08-30',
    originalFilename: 'IMG_0042.jpg',
  }),
];
const ids = (of: readonly VideoTask[]) => of.map(({ taskId }) => taskId).join('');

test('sorted by the date made, the date taken or the name; what has none comes last', () => {
  expect(ids(sorted(tasks, 'made', 'it'))).toBe('abcd');
  expect(ids(sorted(tasks, 'taken', 'it'))).toBe('cdba');
  expect(ids(sorted(tasks, 'name', 'it'))).toBe('cdab');
});

test('divided into months, the unknown one last', () => {
  const months = (order: 'made' | 'taken') =>
    byMonth(sorted(tasks, order, 'en'), order).map(({ month, tasks: of }) => [month, ids(of)]);
  expect(months('made')).toEqual([
    ['2026-11', 'ab'],
    ['2026-10', 'cd'],
  ]);
  expect(months('taken')).toEqual([
    ['2019-01', 'c'],
    ['1987-08', 'db'],
    [null, 'a'],
  ]);
  expect(monthName('2026-11', 'en')).toBe('November 2026');
  expect(monthName('2026-11', 'it')).toBe('novembre 2026');
});

test.each([
  ['', 'abcd'],
  ['  ', 'abcd'],
  ['zia', 'ad'],
  ['ZIA 9', 'd'],
  ['Ancora', 'c'],
  ['ancóra', 'c'],
  ['img_0042', 'd'],
  ['november 2026', 'ab'],
  ['august 1987', 'bd'],
  ['january zia', ''],
  ['untitled', 'b'],
  ['nobody', ''],
])('searching for “%s” finds %s', (query, found) => {
  const titleOf = ({ name }: VideoTask) => name ?? 'Untitled';
  expect(ids(matching(tasks, query, titleOf, 'en'))).toBe(found);
});
