// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { Boxes } from './boxes.tsx';
import { WaitingPhotos } from './waiting-photos.tsx';

const createdAt = '2026-11-20T10:00:00Z';
const focused = () => document.activeElement?.textContent;

function press(button: HTMLElement) {
  button.focus();
  fireEvent.click(button);
}

test('the focus returns to the opener once the link of a new box was seen', async () => {
  show(<Boxes />, { 'box.list': [], 'box.open': { secret: 's' } });
  const opener = await screen.findByRole('button', { name: 'Open a box' });
  press(opener);
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'Nonno, 80' } });
  press(form.getByRole('button', { name: 'Open it' }));
  const link = await screen.findByRole('dialog', { name: 'Your box is open' });
  press(within(link).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('the name of a new box survives closing its form, until the box is open', async () => {
  show(<Boxes />, { 'box.list': [], 'box.open': { secret: 's' } });
  const opener = await screen.findByRole('button', { name: 'Open a box' });
  // Another test's toast may still be closable too.
  const dialog = async () => within(await screen.findByRole('dialog'));
  const field = async () => (await dialog()).findByRole('textbox');
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press(opener);
  fireEvent.change(await field(), { target: { value: 'Nonno, 80' } });
  press((await dialog()).getByRole('button', { name: 'Close' }));
  await closed();
  press(opener);
  expect(await field()).toHaveProperty('value', 'Nonno, 80');
  press((await dialog()).getByRole('button', { name: 'Open it' }));
  const link = await screen.findByRole('dialog', { name: 'Your box is open' });
  press(within(link).getByRole('button', { name: 'Close' }));
  await closed();
  press(opener);
  expect(await field()).toHaveProperty('value', '');
});

test('when a box is closed, the next one gets the focus', async () => {
  let boxes = ['Nonno', 'Zia'].map((name) => ({ id: name, name, createdAt, closesAt: createdAt }));
  show(<Boxes />, {
    'box.list': () => boxes,
    'box.close': ({ id }: { id: string }) => {
      boxes = boxes.filter((box) => box.id !== id);
      return { id };
    },
  });
  press(await screen.findByRole('button', { name: 'Close the box Nonno' }));
  press(await screen.findByRole('button', { name: 'Close the box' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Nonno' })).toBeNull());
  expect(focused()).toBe('Zia');
});

test('when a photo is approved or refused, the next one gets the focus, and finally the page', async () => {
  let photos = ['Anna', 'Bice', 'Carla'].map((sender) => ({
    id: sender,
    sender,
    boxName: 'Nonno',
    note: null,
    createdAt,
    photoUrl: '/x.jpg',
    story: null,
  }));
  const answer = ({ id }: { id: string }) => {
    photos = photos.filter((photo) => photo.id !== id);
    return { id };
  };
  show(
    <main id="main" tabIndex={-1}>
      <WaitingPhotos onPaymentNeeded={() => undefined} />
    </main>,
    { 'box.waiting': () => photos, 'box.approve': answer, 'box.refuse': answer },
  );
  const gone = (name: string) =>
    waitFor(() => expect(screen.queryByRole('heading', { name: `From ${name}` })).toBeNull());
  press(await screen.findByRole('button', { name: 'Make the video of the photo from Anna' }));
  await gone('Anna');
  expect(focused()).toBe('From Bice');
  for (const name of ['Bice', 'Carla']) {
    press(screen.getByRole('button', { name: `Refuse the photo from ${name}` }));
    press(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }));
    await gone(name);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(document.activeElement?.id).toBe('main');
});

test('a story is kept once it was heard, and deleted only after a second question', async () => {
  const asked: unknown[] = [];
  const story = { url: '/x/story.m4a', seconds: 12, words: 'Al mare.' };
  const photo = {
    id: 'a',
    sender: 'Anna',
    boxName: 'Nonno',
    note: null,
    createdAt,
    photoUrl: '/x.jpg',
    story,
  };
  const approve = (input: object) => {
    asked.push(input);
    return { taskId: 'a', status: 'Queued' };
  };
  const config = { photoRetentionDays: 30 };
  show(<WaitingPhotos onPaymentNeeded={() => undefined} />, {
    'box.waiting': [photo],
    'box.approve': approve,
    'config.get': config,
  });
  const named = (name: string) => screen.getByRole('button', { name });
  const keep = 'Make the video, keep the story: photo from Anna';
  press(await screen.findByRole('button', { name: keep }));
  expect(asked).toEqual([]);
  expect(screen.getByText('Al mare.')).toBeTruthy();
  press(named('Only the video of the photo from Anna'));
  const question = within(await screen.findByRole('dialog', { name: 'Make the video without the story?' }));
  expect(question.getByText('What Anna told will be deleted for good.')).toBeTruthy();
  press(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.playing(screen.getByLabelText('The story from Anna'));
  await screen.findByText('A kept story can speak in an album. It is deleted 30 days after its last use.');
  press(named(keep));
  await waitFor(() => expect(asked).toEqual([{ id: 'a', language: 'en', story: true }]));
});
