// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ExportSection } from './export-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

beforeEach(() => notifications.clean());

test('a wrong password is reported at its field, and a right one changes it', async () => {
  let answer: () => unknown = () => {
    throw refusal('wrong_credentials');
  };
  const calls: unknown[] = [];
  show(<PasswordSection onChanged={() => {}} />, {
    'account.changePassword': (input: unknown) => {
      calls.push(input);
      return answer();
    },
  });
  const current = screen.getByLabelText('Current password');
  const next = screen.getByLabelText('New password');
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  fireEvent.change(current, { target: { value: 'correct horse' } });
  fireEvent.change(next, { target: { value: '123' } });
  submit();
  expect(screen.getByRole('alert').textContent).toContain('Password must be at least 6 characters');
  expect(document.activeElement).toBe(next);
  fireEvent.change(next, { target: { value: 'a brand new one' } });
  submit();
  await screen.findByText('The current password is not right.');
  expect(document.activeElement).toBe(current);
  answer = () => ({ success: true });
  submit();
  await screen.findByText('Your password is changed');
  expect(calls.at(-1)).toEqual({ current: 'correct horse', password: 'a brand new one' });
  expect((current as HTMLInputElement).value).toBe('');
});

test('a refused change of address marks the wrong field', async () => {
  show(<ChangeEmailForm />, {
    'account.changeEmail': () => {
      throw refusal('wrong_credentials');
    },
  });
  const [email, current] = [
    screen.getByLabelText('New email'),
    screen.getByLabelText('Password, to be sure'),
  ];
  const pointsAt = (field: HTMLElement) => field.getAttribute('aria-errormessage');
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Change email' }));
  submit();
  expect(document.activeElement).toBe(email);
  expect([pointsAt(email), pointsAt(current)]).toEqual([screen.getByRole('alert').id, null]);
  fireEvent.change(email, { target: { value: 'nonna@example.com' } });
  fireEvent.change(current, { target: { value: 'a guess' } });
  submit();
  await screen.findByText('The current password is not right.');
  expect(document.activeElement).toBe(current);
  expect([pointsAt(email), pointsAt(current)]).toEqual([null, screen.getByRole('alert').id]);
});

test('sessions are listed by device, and can be signed out one by one', async () => {
  const signedInAt = '2026-11-20T10:00:00Z';
  const session = { signedInAt, seenAt: signedInAt };
  let sessions = [
    { ...session, id: 'a', browser: 'Firefox', system: 'Linux', current: true },
    { ...session, id: 'b', browser: null, system: null, current: false },
  ];
  show(<SessionsSection onEndedOthers={() => {}} />, {
    'account.sessions': () => sessions,
    'account.endSession': ({ id }: { id: string }) => {
      sessions = sessions.filter((each) => each.id !== id);
      return { success: true };
    },
  });
  const [here, there] = await screen.findAllByRole('listitem');
  expect(within(here!).getByText('Firefox on Linux')).toBeDefined();
  expect(within(here!).queryByRole('button')).toBeNull();
  fireEvent.click(within(there!).getByRole('button', { name: /^Sign out Unknown device, signed in / }));
  await screen.findByText('Signed out on one device');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button')?.textContent).not.toBe('Sign out everywhere else');
});

test('mails can be turned off', async () => {
  let wanted = true;
  show(<MailSection />, {
    'account.mail': () => ({ wanted }),
    'account.setMail': (input: { wanted: boolean }) => {
      ({ wanted } = input);
      return input;
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox');
  expect(box.checked).toBe(true);
  fireEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(wanted).toBe(false);
});

test('an export that is requested before its status has arrived is shown all the same', async () => {
  let answerFirst = (_status: null) => {};
  const first = new Promise<null>((resolve) => (answerFirst = resolve));
  const begun = { id: 'archiveaaaaaaaaaaaaaaaaaaaaaaaaa', status: 'Queued' };
  const user = { id: 'u', email: 'nonna@example.com', verified: false, deletesAt: null };
  const answers = {
    'account.export': () => first,
    'account.requestExport': begun,
    'auth.me': { user },
  };
  const { queryClient } = show(<ExportSection />, answers);
  fireEvent.click(screen.getByRole('button', { name: 'Prepare my archive' }));
  await screen.findByText(/is being prepared/);
  // Its button is gone.
  expect(document.activeElement).toBe(screen.getByRole('status'));
  answerFirst(null);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueriesData({}).map(([, data]) => data)).toEqual([begun, { user }]);
  expect(screen.getByText('Confirm your address, and we write to you when it is ready.')).toBeDefined();
});
