// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import type { VideoTask } from '#shared/schemas/video.ts';
import { CardCaption } from './card-caption.tsx';
import { trpc } from '#client/api/trpc.ts';

const task: VideoTask = {
  id: 'a'.repeat(32),
  taskId: 'a'.repeat(32),
  status: 'Success',
  downloadUrl: '/film.mp4',
  thumbnailUrl: '/poster.jpg',
  originalFilename: 'nonna_rosa.jpg',
  name: null,
  takenOn: null,
  createdAt: '2025-11-21T12:00:00.000Z',
  progress: 100,
  ai: false,
  photoKept: true,
};

/** The texts of the list's first task. */
function Words() {
  const { data } = trpc.video.tasks.useQuery();
  return data?.tasks[0] ? <CardCaption task={data.tasks[0]} name="Nonna" level={4} actions={[]} /> : null;
}

const list = { tasks: [task], nextCursor: null };
const menu = () => screen.findByRole('button', { name: 'More for Nonna' });
/** Opens the menu, and chooses to rename. */
async function rename() {
  fireEvent.click(await menu());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
}
const field = () => screen.findByLabelText<HTMLInputElement>('Name');

test('a video is renamed in place, and the focus stays there', async () => {
  const calls: unknown[] = [];
  show(<Words />, {
    'video.tasks': list,
    'video.rename': (input: { name: string }) => {
      calls.push(input);
      return { ...task, name: input.name };
    },
  });
  expect((await screen.findByRole('heading')).textContent).toMatch(/^Video of Nov 21, 2025, /);
  await rename();
  expect(document.activeElement).toBe(await field());
  fireEvent.change(await field(), { target: { value: ' Nonna Rosa, 1931 ' } });
  fireEvent.submit(await field());
  expect(await screen.findByRole('heading', { name: 'Nonna Rosa, 1931' })).toBeDefined();
  expect(calls).toEqual([{ taskId: task.taskId, name: 'Nonna Rosa, 1931' }]);
  expect(document.activeElement).toBe(await menu());
});

test('suggests a name from the file name, and Escape discards the change', async () => {
  show(<Words />, {
    'video.tasks': list,
    'video.rename': ({ name }: { name: string }) => ({ ...task, name }),
  });
  await rename();
  fireEvent.change(await field(), { target: { value: 'Somebody' } });
  fireEvent.keyDown(await field(), { key: 'Escape' });
  expect((await screen.findByRole('heading')).textContent).toMatch(/^Video of/);
  expect(document.activeElement).toBe(await menu());
  await rename();
  fireEvent.click(await screen.findByRole('button', { name: 'Call it “Nonna rosa”' }));
  expect(await screen.findByRole('heading', { name: 'Nonna rosa' })).toBeDefined();
  // It has a name now, so nothing is suggested any more.
  await rename();
  expect((await field()).value).toBe('Nonna rosa');
  expect(screen.queryByRole('button', { name: /^Call it/ })).toBeNull();
});

test('a failed save is reported, and keeps the typed name', async () => {
  show(<Words />, {
    'video.tasks': list,
    'video.rename': () => {
      throw refusal('service_unavailable');
    },
  });
  await rename();
  fireEvent.change(await field(), { target: { value: 'Nonna Rosa' } });
  fireEvent.submit(await field());
  await waitFor(() => expect(screen.getByText('The name was not saved')).toBeDefined());
  expect((await field()).value).toBe('Nonna Rosa');
});

test('the name keeps the focus when its menu appears', async () => {
  const { update } = show(<CardCaption task={task} name="Nonna" level={4} actions={null} />);
  const heading = await screen.findByRole('heading', { level: 4 });
  expect(screen.queryByRole('button', { name: 'More for Nonna' })).toBeNull();
  heading.focus();
  update(<CardCaption task={task} name="Nonna" level={4} actions={[]} />);
  expect(await menu()).toBeDefined();
  expect(document.activeElement).toBe(heading);
});
