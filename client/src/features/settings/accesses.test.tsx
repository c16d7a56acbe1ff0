// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import type { Access } from '#shared/schemas/accesses.ts';
import { AccessSection } from './access-section.tsx';
import { RecoveredAccesses } from './recovered-accesses.tsx';

beforeEach(() => notifications.clean());

const at = '2026-11-20T10:00:00Z';
const access = (kind: Access['kind'], letter: string, more: Partial<Access> = {}): Access => ({
  kind,
  id: letter.repeat(32),
  name: null,
  createdAt: at,
  usedAt: null,
  suspended: true,
  ...more,
});
const frame = access('frame', 'a', { name: 'Kitchen', usedAt: at });
const token = access('token', 'b', { name: 'Scanner' });

/** A server that stores the answer and responds with what is left. */
function answering(accesses: Access[]) {
  const answers: unknown[] = [];
  return {
    answers,
    server: {
      'account.accesses': accesses,
      'account.waysBack': [],
      'account.answerAccesses': (input: unknown) => {
        answers.push(input);
        return [];
      },
    },
  };
}

test('after a reset, everything ends but what is chosen', async () => {
  const { answers, server } = answering([frame, token]);
  let done = 0;
  show(
    <main>
      <RecoveredAccesses onDone={() => (done += 1)} />
    </main>,
    server,
  );
  const heading = await screen.findByRole('heading', { name: 'Other ways into your account, now stopped' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const kitchen = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Frame “Kitchen”' });
  const scanner = screen.getByRole<HTMLInputElement>('checkbox', { name: 'API token “Scanner”' });
  expect([kitchen.checked, scanner.checked]).toEqual([false, false]);
  fireEvent.click(kitchen);
  fireEvent.click(screen.getByRole('button', { name: 'Keep the chosen ones, end the others' }));
  await waitFor(() => expect(done).toBe(1));
  expect(answers).toEqual([
    { keep: [{ kind: 'frame', id: 'a'.repeat(32) }], end: [{ kind: 'token', id: 'b'.repeat(32) }] },
  ]);
});

test('after a reset, the page says which address can still take the account back', async () => {
  const { server } = answering([frame]);
  const until = '2026-12-06T10:30:00Z';
  show(<RecoveredAccesses onDone={() => {}} />, {
    ...server,
    'account.waysBack': [{ email: 'rosa@example.com', until }],
  });
  const line = await screen.findByText(/rosa@example\.com/);
  expect(line.textContent).toMatch(
    /^Whoever reads rosa@example\.com, the address before, can take the account back until .*Dec/,
  );
});

test('after a reset that stopped nothing, nothing is asked', async () => {
  let done = 0;
  show(<RecoveredAccesses onDone={() => (done += 1)} />, { 'account.accesses': [] });
  await waitFor(() => expect(done).toBe(1));
});

test('after a change of password, everything goes on but what is not chosen', async () => {
  const working = [frame, token].map((each) => ({ ...each, suspended: false }));
  const { answers, server } = answering(working);
  const { update } = show(<AccessSection offered={false} onAnswered={() => {}} />, server);
  update(<AccessSection offered onAnswered={() => {}} />);
  await screen.findByRole('heading', { name: 'Other ways into your account' });
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
  fireEvent.click(screen.getByRole('checkbox', { name: /Scanner/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep the chosen ones, end the others' }));
  await screen.findByText('Only what you kept goes on working');
  expect(answers).toEqual([{ keep: [], end: [{ kind: 'token', id: 'b'.repeat(32) }] }]);
});

test('the account page asks by itself as long as something is stopped', async () => {
  show(<AccessSection offered={false} onAnswered={() => {}} />, { 'account.accesses': [frame] });
  const heading = await screen.findByRole('heading', { name: 'Other ways into your account, now stopped' });
  expect(document.activeElement).not.toBe(heading);
});
