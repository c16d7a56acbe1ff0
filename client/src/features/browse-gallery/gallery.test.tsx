// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
