// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { type Answers, show as render } from '#tests/components/render.tsx';
import type { VideoTask } from '#shared/schemas/video.ts';
import { AlbumForm } from './album-form.tsx';
import { emptyDraft } from './draft.ts';

beforeEach(() => notifications.clean());

const videoOf = (taskId: string) =>
  ({
    taskId: taskId.repeat(32),
    originalFilename: `${taskId}.jpg`,
    name: null,
    createdAt: '2026-11-20T10:00:00Z',
  }) as VideoTask;

function Form({ videos, name = null }: { videos: string[]; name?: string | null }) {
  const [draft, setDraft] = useState({
    ...emptyDraft,
    videos: videos.map((id) => ({ ...videoOf(id), name })),
  });
  const dialog = {
    draft,
    change: (part: Partial<typeof draft>) => setDraft({ ...draft, ...part }),
    discard: () => undefined,
  };
  return <AlbumForm dialog={dialog as never} onCreated={() => undefined} />;
}

/** Renders it for somebody whose relatives told nothing. */
const show = (ui: ReactNode, answers: Answers = {}) => render(ui, { 'audio.stories': [], ...answers });

test('a missing name is reported at its field, which gets the focus, until something is typed', async () => {
  show(<Form videos={['a', 'b']} />);
  const name = await screen.findByLabelText('Album name');
  fireEvent.keyDown(name, { key: 'Enter' });
  const error = await screen.findByRole('alert');
  expect(error.textContent).toBe('Album name required Please enter a name for your album');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(name.getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
  await waitFor(() => expect(document.activeElement).toBe(name));
  fireEvent.change(name, { target: { value: 'Nonna' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});

test('too few videos are reported at the list of videos', async () => {
  show(<Form videos={['a']} />);
  fireEvent.change(await screen.findByLabelText('Album name'), { target: { value: 'Nonna' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create Album' }));
  const videos = screen.getByRole('region', { name: 'Videos, in the order of the film' });
  expect((await within(videos).findByRole('alert')).textContent).toBe(
    'Select more videos You need at least 2 videos to create an album',
  );
  await waitFor(() => expect(document.activeElement).toBe(within(videos).getByRole('heading')));
});

test('the music comes before the videos, which may be many', async () => {
  show(<Form videos={['a', 'b']} />);
  const music = await screen.findByRole('group', { name: 'Background music' });
  const videos = screen.getByRole('region', { name: 'Videos, in the order of the film' });
  expect(music.compareDocumentPosition(videos) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('five moods and no music are offered first, all other pieces behind them; listening chooses', async () => {
  show(<Form videos={['a', 'b']} />);
  const music = await screen.findByRole('group', { name: 'Background music' });
  const labels = () =>
    within(music)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent);
  expect(labels().slice(0, 6)).toEqual([
    'Tender Emotional Piano',
    'Calm Just Relax',
    'Hopeful Hopeful Epic',
    'Bright Inspiring Piano',
    'Dreamy Relaxing Ambient',
    'No music',
  ]);
  expect(labels()).toHaveLength(12);
  const chosen = () => within(music).getByRole<HTMLInputElement>('radio', { checked: true }).closest('label');
  expect(chosen()?.textContent).toBe('Tender Emotional Piano');
  const more = within(music).getByText('More music').closest('details')!;
  expect([more.open, more.querySelector('summary')?.textContent]).toEqual([
    false,
    'More music 6 more pieces',
  ]);
  fireEvent.click(within(music).getByRole('button', { name: 'Listen to Just Relax' }));
  expect(chosen()?.textContent).toBe('Calm Just Relax');
  fireEvent.click(within(more).getByLabelText('Sedative'));
  expect(more.querySelector('summary')?.textContent).toBe('More music Sedative');
});

test('the look and the words are closed at first, and say what is chosen', async () => {
  show(<Form videos={['a', 'b']} />);
  const look = (await screen.findByText('Look of the film')).closest('details')!;
  const words = screen.getByText('Words in the film').closest('details')!;
  expect([look.open, words.open]).toEqual([false, false]);
  const said = (fold: HTMLElement) => fold.querySelector('summary')!.textContent;
  expect(said(look)).toBe('Look of the film As the photos · Natural');
  expect(said(words)).toBe('Words in the film Title card');

  fireEvent.click(within(look).getByLabelText('For a status at most 30 s'));
  fireEvent.click(within(look).getByLabelText('Calm about 8 s each'));
  expect(said(look)).toBe('Look of the film For a status · Calm');
  fireEvent.change(within(words).getByLabelText('Words at the end'), { target: { value: 'From Luca' } });
  fireEvent.click(within(words).getByLabelText('Title card'));
  expect(said(words)).toBe('Words in the film Words at the end');
  expect(within(words).queryByLabelText('Dedication')).toBeNull();
});

test('names as captions count where a video has a name', async () => {
  const { update } = show(<Form videos={['a']} />);
  const named = await screen.findByLabelText('Names of the videos');
  expect((named as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(/None of these videos has a name yet/)).toBeDefined();
  update(<Form key="named" videos={['a']} name="Nonna Rosa" />);
  expect(screen.getByText('Title card · Names of the videos')).toBeDefined();
});

test('a video is called by the name it was given, and otherwise by its file’s', async () => {
  const { update } = show(<Form videos={['a']} />);
  expect(await screen.findByRole('button', { name: 'Leave out a.jpg' })).toBeDefined();
  update(<Form key="named" videos={['a']} name="Nonna Rosa" />);
  fireEvent.click(screen.getByRole('button', { name: 'Leave out Nonna Rosa' }));
  expect(screen.getByRole('status').textContent).toContain('Nonna Rosa');
});

test('what the film can’t say is said while it is typed', async () => {
  const asked: unknown[] = [];
  show(<Form videos={['a', 'b']} name={'ა \u{13002}'} />, {
    'share.unprintable': (input: unknown) => {
      asked.push(input);
      return ['\u{13000}'];
    },
  });
  const videos = ['a'.repeat(32), 'b'.repeat(32)];
  const texts = ['ა \u{13000}'];
  await waitFor(() => expect(asked).toEqual([{ videos }]));
  fireEvent.change(screen.getByLabelText('Album name'), { target: { value: texts[0] } });
  const text = 'These characters can’t be drawn and will be missing from the film: \u{13000}';
  expect((await screen.findByText(text)).closest('[role="status"]')).not.toBeNull();
  await waitFor(() => expect(asked).toEqual([{ videos }, { videos, texts }]));
  fireEvent.click(screen.getByLabelText('Names of the videos'));
  await waitFor(() => expect(asked).toEqual([{ videos }, { videos, texts }, { texts }]));
  fireEvent.click(screen.getByLabelText('Title card'));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test('usual texts need no look at fonts', async () => {
  const asked: unknown[] = [];
  show(<Form videos={['a', 'b']} name="Zoë, Łódź – ’31" />, {
    'share.unprintable': (input: unknown) => asked.push(input),
  });
  fireEvent.change(await screen.findByLabelText('Album name'), { target: { value: 'L’été' } });
  expect(asked).toEqual([]);
});
