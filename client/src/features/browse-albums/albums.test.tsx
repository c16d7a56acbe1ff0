// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import type { MergeStatus } from '#shared/schemas/album.ts';
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
  format: 'auto',
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
    album('Done', { seconds: 92.4, format: '9:16' }),
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
  expect(done.getByText(/2 videos/).parentElement?.textContent).toBe(
    '2 videos · 1:32 · for the phone · Nov 21',
  );
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

test('older albums are shown on demand, page by page, and the focus goes to the first of them', async () => {
  const all = Array.from({ length: 61 }, (_, index) => album(`Album${100 + index}`));
  const asked: (string | undefined)[] = [];
  let broken = true;
  const list = ({ limit, cursor }: { limit: number; cursor?: string }) => {
    asked.push(cursor);
    if (cursor && broken) throw refusal('internal_error');
    const from = cursor ? all.findIndex(({ mergeId }) => mergeId === cursor) + 1 : 0;
    return all.slice(from, from + limit);
  };
  show(<Albums onOpen={() => undefined} />, { 'album.list': list, 'album.delete': { success: true } });
  await screen.findByRole('button', { name: 'Album129' });
  expect(screen.queryByRole('button', { name: 'Album130' })).toBeNull();
  expect(asked).toEqual([undefined]);

  fireEvent.click(screen.getByRole('button', { name: 'Show older albums' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The older albums could not be loaded.');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Album159' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Album130'));

  const remove = await screen.findByRole('button', { name: 'Delete album Album159' });
  fireEvent.click(remove);
  all.splice(59, 1);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Album160' });
  expect(screen.queryByRole('button', { name: 'Show older albums' })).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show older albums' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older albums' })).toBeNull());
});
