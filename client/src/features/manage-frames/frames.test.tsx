// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { Frames } from './frames.tsx';

/** The response to a new frame. */
const created = {
  secret: 's',
  frame: {
    id: 'a'.repeat(32),
    name: null,
    films: null,
    dim: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    seenAt: null,
  },
};

const focused = () => document.activeElement?.textContent;

test('the focus goes to the name of a new frame, and back to its opener once the link was seen', async () => {
  show(<Frames />, {
    'frame.list': [],
    'frame.create': created,
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
  show(<Frames />, { 'frame.list': [], 'frame.create': created });
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

test('a code for a television is shown when it is asked for, and another one replaces it', async () => {
  const codes = ['K7M 2QX', 'ABC 234'];
  show(<Frames />, {
    'frame.list': [{ ...created.frame, name: 'Nonna' }],
    'frame.code': () => ({ code: codes.shift(), expiresAt: '2026-11-21T12:10:00.000Z' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show on a television: Nonna' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'On a television' }));
  expect(dialog.getByText(`${window.location.host}/tv`)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Get a code for the television' }));
  expect(await dialog.findByText('K7M 2QX')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'New code' }));
  expect(await dialog.findByText('ABC 234')).toBeDefined();
  expect(dialog.queryByText('K7M 2QX')).toBeNull();
});
