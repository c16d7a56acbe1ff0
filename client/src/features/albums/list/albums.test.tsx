// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../../tests/components/render.tsx';
import type { MergeStatus } from '../../../../../shared/schemas/album.ts';
import { Albums } from './albums.tsx';

const album = (name: string, more: Partial<MergeStatus> = {}): MergeStatus => ({
  mergeId: name.toLowerCase().repeat(8),
  albumName: name,
  status: 'completed',
  progress: 100,
  queuePosition: 0,
  totalVideos: 2,
  videoIds: [],
  musicTrack: null,
  createdAt: '2025-11-21T12:00:00.000Z',
  ...(more.status === undefined && {
    outputUrl: '/film.mp4',
    posterUrl: '/poster.jpg',
    downloadUrl: '/film.mp4?download=1',
  }),
  ...more,
});

const cardOf = async (name: string) => {
  const card = (await screen.findByRole('button', { name })).closest('li');
  if (!card) throw new Error(`There is no card of ${name}`);
  return card;
};

test('an album shows its state and the matching actions', async () => {
  const albums = [
    album('Done'),
    album('Made', { status: 'processing', progress: 40 }),
    album('Waiting', { status: 'pending', queuePosition: 3 }),
    album('Broken', { status: 'failed', code: 'album_failed' }),
  ];
  show(<Albums onOpen={() => undefined} />, {
    'album.list': albums,
    'album.status': ({ mergeId }: { mergeId: string }) => albums.find((each) => each.mergeId === mergeId),
  });
  const done = within(await cardOf('Done'));
  expect(done.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    null,
    'Change the name of Done',
    'Share album Done',
    'Download album Done',
    'Make a gift of Done',
    'Delete album Done',
  ]);
  expect(done.getByText(/2 videos/)).toBeDefined();
  expect(
    within(await cardOf('Made'))
      .getByRole('progressbar')
      .getAttribute('aria-valuenow'),
  ).toBe('40');
  expect(within(await cardOf('Waiting')).getByText(/3/)).toBeDefined();
  const broken = within(await cardOf('Broken'));
  expect(broken.getByText(/probably because of incompatible video formats/)).toBeDefined();
  expect(broken.getByRole('button', { name: /Try/ })).toBeDefined();
});

test('deleting an album that changed meanwhile moves the focus to the next one', async () => {
  let albums = [album('One'), album('Two'), album('Three')];
  const { queryClient } = show(<Albums onOpen={() => undefined} />, {
    'album.list': () => albums,
    'album.delete': { success: true },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete album Two' }));
  const dialog = within(await screen.findByRole('dialog'));
  albums = albums.map((each) => ({ ...each, totalVideos: 3 }));
  await queryClient.invalidateQueries();
  await screen.findAllByText(/3 videos/);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'));
});

test('the dialog keeps its title while it fades out', async () => {
  show(<Albums onOpen={() => undefined} />, { 'album.list': [album('One'), album('Two')] });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete album Two' }));
  const dialog = await screen.findByRole('dialog');
  const title = dialog.querySelector('h2');
  const question = title?.textContent;
  expect(question).toContain('Two');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  while (title?.isConnected) {
    expect(title.textContent).toBe(question);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
});

test('an album too large for messengers also offers a small version', async () => {
  const smallUrl = '/film.mp4?size=small&download=1';
  show(<Albums onOpen={() => undefined} />, { 'album.list': [album('Long', { smallUrl }), album('Short')] });
  const name = /Small version for messengers/;
  expect(within(await cardOf('Long')).getByRole('button', { name }).textContent).toBe(
    'Small version for messengers',
  );
  expect(within(await cardOf('Short')).queryByRole('button', { name })).toBeNull();
});
