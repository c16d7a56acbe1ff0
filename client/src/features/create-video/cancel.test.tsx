// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import { GenerationPanel } from './generation-panel.tsx';

beforeEach(() => notifications.clean());

const task = { taskId: 'a', progress: 0, stage: 'preparing', elapsedSeconds: 1, measured: true };

/** The panel of a user whose video is queued. */
function showWaiting(cancel: () => unknown) {
  return show(<GenerationPanel onPaymentNeeded={() => undefined} />, {
    'auth.me': { user: { id: 'u', email: 'nonna@example.com' } },
    'video.tasks': { tasks: [{ ...task, id: 'a', status: 'Queued' }], nextCursor: null },
    'video.status': { ...task, status: 'Queued' },
    'video.cancel': cancel,
    'video.consent': { accepted: true },
    'config.get': { photosStay: true, photoRetentionDays: 30, usualSeconds: { min: 5, max: 10 } },
  });
}

test('cancelling too late is reported, and the progress stays visible', async () => {
  showWaiting(() => {
    throw refusal('task_begun');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel video' }));
  expect((await screen.findByText('It has already begun')).closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Your photo is beginning to move' })).toBeDefined();
});

test('a failed cancellation is reported, and can be tried again', async () => {
  showWaiting(() => {
    throw refusal('internal_error');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel video' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Could not cancel the video');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel video' }).getAttribute('aria-disabled')).toBe('false'),
  );
});

test('a task cancelled in another tab shows no failure', async () => {
  const { queryClient } = showWaiting(() => undefined);
  await screen.findByRole('button', { name: 'Cancel video' });
  queryClient.setQueriesData(
    { predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"status"') },
    { ...task, status: 'Fail', code: 'task_canceled' },
  );
  expect(await screen.findByRole('heading', { name: 'Choose a photo' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after a cancellation, the next card’s heading has the focus', async () => {
  showWaiting(() => ({ credits: 1 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel video' }));
  const heading = await screen.findByRole('heading', { name: 'Choose a photo' });
  expect(document.activeElement).toBe(heading);
});
