// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { ConfirmAddress } from './confirm-address.tsx';

beforeEach(() => notifications.clean());

const user = { id: 'u', email: 'nonna@example.com', verified: false, deletesAt: null };

test('an unconfirmed address is asked to be confirmed, by a mail that a button sends', async () => {
  let sent = 0;
  show(<ConfirmAddress text="Confirm your address and the receipt comes." />, {
    'auth.me': { user },
    'recovery.sendVerification': () => {
      sent += 1;
      return { success: true };
    },
  });
  expect((await screen.findByText('Confirm your address and the receipt comes.')).role).toBe('status');
  fireEvent.click(screen.getByRole('button', { name: 'Send me the confirmation mail' }));
  await screen.findByText('The mail is on its way');
  expect(sent).toBe(1);
});

test('nothing is asked of a confirmed address', async () => {
  const { queryClient } = show(<ConfirmAddress text="Confirm your address." />, {
    'auth.me': { user: { ...user, verified: true } },
  });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Confirm your address.')).toBeNull();
});
