// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { Frames } from './frames.tsx';

const focused = () => document.activeElement?.textContent;

test('the focus goes to the name of a new frame, and back to its opener once the link was seen', async () => {
  show(<Frames />, {
    'frame.list': [],
    'frame.create': { secret: 's' },
  });
  const opener = await screen.findByRole('button', { name: 'New frame' });
  opener.focus();
  fireEvent.click(opener);
  const form = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')));
  const create = form.getByRole('button', { name: 'Make the frame' });
  create.focus();
  fireEvent.click(create);
  const link = await screen.findByRole('dialog', { name: 'Your new frame' });
  fireEvent.click(within(link).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('what was entered for a new frame is kept when its form is closed, until the frame exists', async () => {
  show(<Frames />, { 'frame.list': [], 'frame.create': { secret: 's' } });
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'New frame' }));
    return within(await screen.findByRole('dialog', { name: 'New frame' }));
  };
  const close = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name }));
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const shownName = (form: Awaited<ReturnType<typeof open>>) =>
    form.getByLabelText<HTMLInputElement>('Name').value;
  fireEvent.change((await open()).getByLabelText('Name'), { target: { value: 'Nonna’s kitchen' } });
  await close('New frame');
  const form = await open();
  expect(shownName(form)).toBe('Nonna’s kitchen');
  fireEvent.click(form.getByRole('button', { name: 'Make the frame' }));
  await close('Your new frame');
  expect(shownName(await open())).toBe('');
});

test('when a frame is stopped, the next one gets the focus, and finally the page', async () => {
  let frames = ['Nonna', 'Zia'].map((name) => ({ id: name, name, films: null, dim: null, seenAt: null }));
  show(
    <main id="main" tabIndex={-1}>
      <Frames />
    </main>,
    {
      'frame.list': () => frames,
      'frame.stop': ({ id }: { id: string }) => {
        frames = frames.filter((frame) => frame.id !== id);
        return { id };
      },
    },
  );
  const stop = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Stop ${name}` });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
  };
  await stop('Nonna');
  expect(focused()).toBe('Zia');
  await stop('Zia');
  expect(document.activeElement?.id).toBe('main');
});
