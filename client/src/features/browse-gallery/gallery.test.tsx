// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import type { VideoTask } from '#shared/schemas/video.ts';
import { Gallery } from './gallery.tsx';
import { useSelection } from './use-selection.ts';

const video = (name: string): VideoTask => ({
  id: name.repeat(32),
  taskId: name.repeat(32),
  status: 'Success',
  progress: 100,
  name,
  downloadUrl: '/a.mp4',
  thumbnailUrl: '/a.jpg',
  originalFilename: `${name}.jpg`,
  takenOn: null,
  createdAt: '2025-11-21T12:00:00.000Z',
  ai: false,
  photoKept: false,
});

function Page({ onCreateAlbum }: { onCreateAlbum: (videos: VideoTask[]) => void }) {
  return <Gallery selection={useSelection()} onCreateAlbum={onCreateAlbum} />;
}

test('a video that was deleted elsewhere is no longer selected', async () => {
  let tasks = ['a', 'b', 'c'].map(video);
  const chosen: string[][] = [];
  const { queryClient } = show(
    <Page onCreateAlbum={(videos) => chosen.push(videos.map(({ name }) => name ?? ''))} />,
    { 'video.tasks': () => ({ tasks, nextCursor: null }) },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Select all' }));
  await screen.findByText('3 selected');

  tasks = tasks.slice(1);
  await queryClient.invalidateQueries();
  await screen.findByText('2 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Create Album' }));
  expect(chosen).toEqual([['b', 'c']]);
});

test('what is selected stays selected while a search hides it, and all that is found can be added', async () => {
  const tasks = 'abcdefghijklm'.split('').map(video);
  show(<Page onCreateAlbum={() => undefined} />, { 'video.tasks': { tasks, nextCursor: null } });
  const field = await screen.findByRole('searchbox', { name: 'Search your videos' });
  fireEvent.change(field, { target: { value: 'a.jpg' } });
  await screen.findByText('1 video found');
  fireEvent.click(screen.getByRole('button', { name: 'Select all' }));
  await screen.findByText('1 selected');
  fireEvent.change(field, { target: { value: 'm.jpg' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Select all' }));
  await screen.findByText('2 selected');

  fireEvent.change(field, { target: { value: 'Atlantis' } });
  await screen.findByRole('heading', { name: 'Nothing found for “Atlantis”' });
  fireEvent.click(screen.getByRole('button', { name: 'Show all videos' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(13));
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('2 selected')).toBeDefined();
});

test('twelve videos need no search, and one video needs no order', async () => {
  let tasks = 'abcdefghijkl'.split('').map(video);
  const { queryClient } = show(<Page onCreateAlbum={() => undefined} />, {
    'video.tasks': () => ({ tasks, nextCursor: null }),
  });
  expect((await screen.findAllByRole('combobox', { name: 'Sort by' })).length).toBe(1);
  expect(screen.queryByRole('searchbox')).toBeNull();
  tasks = tasks.slice(11);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('the order is remembered by the browser; by name there are no months', async () => {
  localStorage.setItem('memori.galleryOrder', 'name');
  onTestFinished(() => localStorage.removeItem('memori.galleryOrder'));
  const tasks = ['b', 'a'].map(video);
  show(<Page onCreateAlbum={() => undefined} />, { 'video.tasks': { tasks, nextCursor: null } });
  const titles = () =>
    screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent]);
  await screen.findByRole('heading', { name: 'a' });
  expect(titles()).toEqual([
    ['H2', 'Your videos (2)'],
    ['H3', 'a'],
    ['H3', 'b'],
  ]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'made' } });
  await screen.findByRole('heading', { name: 'November 2025' });
  expect(titles()).toEqual([
    ['H2', 'Your videos (2)'],
    ['H3', 'November 2025'],
    ['H4', 'b'],
    ['H4', 'a'],
  ]);
  expect(screen.getByRole('list', { name: 'November 2025' })).toBeDefined();
  expect(localStorage.getItem('memori.galleryOrder')).toBe('made');
});
