// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, show } from '#tests/components/render.tsx';
import { TokensSection } from './tokens-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

beforeEach(() => notifications.clean());

const at = '2026-11-20T10:00:00Z';

test('a token is created with its scopes, shown once, and revoked after confirmation', async () => {
  const calls: unknown[] = [];
  const token = { id: 'a'.repeat(32), ending: 'wxyz', createdAt: at, expiresAt: null, lastUsedAt: null };
  let tokens: { name: string; id: string }[] = [];
  show(<TokensSection />, {
    'tokens.list': () => tokens,
    'tokens.create': (input: { name: string; scopes: string[] }) => {
      calls.push(input);
      tokens = [{ ...token, ...input }];
      return { ...token, ...input, token: 'mem_live_secret' };
    },
    'tokens.revoke': (input: unknown) => {
      calls.push(input);
      tokens = [];
      return { success: true };
    },
  });
  await screen.findByText('You have no tokens.');
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter a name for the API token');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(screen.getByLabelText('Name').getAttribute('aria-errormessage')).toBe(screen.getByRole('alert').id);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My script' } });
  fireEvent.click(screen.getByLabelText('Make and change albums'));
  fireEvent.click(screen.getByLabelText(/^Only for tests/));
  submit();
  const secret = await screen.findByLabelText<HTMLInputElement>('Your new token');
  expect(secret.value).toBe('mem_live_secret');
  await waitFor(() => expect(document.activeElement).toBe(secret));
  expect(calls).toEqual([{ name: 'My script', scopes: ['read', 'generate'], test: true }]);
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'for tests · read, generate · ends with wxyz',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Revoke My script' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this token?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Token revoked');
  expect(calls.at(-1)).toEqual({ id: token.id });
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('a webhook can be added and tested, and a delivery resent', async () => {
  const url = 'https://example.com/hook';
  const calls: unknown[] = [];
  const webhook = { id: 'b'.repeat(32), url, createdAt: at, failingSince: null, disabledAt: null };
  let answer = (): unknown => {
    throw refusal('invalid_webhook_url');
  };
  let webhooks: unknown[] = [];
  const delivery = {
    ...{
      id: `msg_${'c'.repeat(32)}`,
      event: 'video.failed',
      state: 'failed',
      payload: '{"type":"video.failed"}',
    },
    createdAt: at,
    attempts: 2,
    lastAttemptAt: at,
    lastStatus: 500,
    lastError: 'answered 500',
  };
  const note = (value: unknown) => (input: unknown) => {
    calls.push(input);
    return value;
  };
  show(<WebhooksSection />, {
    'webhooks.list': () => webhooks,
    'webhooks.create': () => answer(),
    'webhooks.test': note({ deliveryId: 'msg_1' }),
    'webhooks.deliveries': () => [delivery],
    'webhooks.resend': note({ deliveryId: delivery.id }),
    'webhooks.rotate': note({ id: webhook.id, secret: 'whsec_new', formerUntil: at }),
  });
  await screen.findByText('You have no webhooks.');
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: url } });
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain('must be a public https address');
  answer = () => {
    webhooks = [{ ...webhook, events: ['video.failed'] }];
    return { ...webhook, events: ['video.failed'], secret: 'whsec_first' };
  };
  submit();
  expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe('whsec_first');
  fireEvent.click(await screen.findByRole('button', { name: `Send a test to ${url}` }));
  await screen.findByText('Test on its way');
  fireEvent.click(screen.getByRole('button', { name: `New secret for ${url}` }));
  await screen.findByDisplayValue('whsec_new');
  const messages = screen.getByText('Messages').closest('details')!;
  messages.open = true;
  fireEvent(messages, new Event('toggle'));
  await screen.findByText(/Did not arrive · .* · 2 attempts · answered 500/);
  fireEvent.click(screen.getByRole('button', { name: `Send ${delivery.id} again` }));
  await screen.findByText('Sent again');
  const { id } = webhook;
  expect(calls).toEqual([{ id }, { id }, { id, deliveryId: delivery.id }]);
});
