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
