// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import { trpc } from '#client/api/trpc.ts';
import { PasswordQuestion } from './password-question.tsx';

function Opener() {
  const { mutate, data, error } = trpc.box.open.useMutation();
  return (
    <>
      <button type="button" onClick={() => mutate({ name: 'Zii' })}>
        Open
      </button>
      <p>{data ? `secret ${data.secret}` : error ? `failed: ${error.message}` : 'nothing'}</p>
      <PasswordQuestion />
    </>
  );
}

/** A server that wants the password `right` before it opens a box. */
function asking() {
  let confirmed = false;
  return {
    'passkeys.list': [],
    'box.open': () => {
      if (!confirmed) throw refusal('password_needed');
      return { secret: 's' };
    },
    'account.confirmPassword': ({ password }: { password: string }) => {
      if (password !== 'right') throw refusal('wrong_credentials');
      confirmed = true;
      return { success: true };
    },
  };
}

test('a call that needs the password asks for it, and is then repeated', async () => {
  show(<Opener />, asking());
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  const say = (password: string) => {
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: password } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  };
  say('');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Password is required');
  say('wrong');
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe('The password is not right.'),
  );
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Password')));
  say('right');
  await screen.findByText('secret s');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without the password, the call fails as it was refused', async () => {
  show(<Opener />, asking());
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await screen.findByText('failed: password_needed');
  expect(screen.queryByRole('dialog')).toBeNull();
});
