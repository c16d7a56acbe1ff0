// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { type Gift, GiftDialog } from './gift-dialog.tsx';

const id = 'a'.repeat(32);
const gift = { kind: 'video', id, name: 'Nonna Rosa' } as const;
const usual = { sender: null, dedication: null, until: null, stopped: false };

test('a card is saved with the chosen options, and a failure is reported', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  show(<GiftDialog gift={gift} onClose={() => undefined} />, { 'share.get': usual, 'share.unprintable': [] });
  fireEvent.click(await screen.findByRole('radio', { name: 'Postcard (148 × 100 mm)' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^Several on a sheet of A4/ }));
  fetched.mockResolvedValueOnce(new Response('%PDF-1.7'));
  const saved = new Promise<[string, string]>((resolve) => {
    const listen = (event: Event) => {
      const link = event.target;
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      resolve([link.download, link.href.slice(0, 5)]);
    };
    document.addEventListener('click', listen);
    onTestFinished(() => document.removeEventListener('click', listen));
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save as PDF' }));
  expect(await saved).toEqual(['Nonna Rosa.pdf', 'blob:']);
  expect(fetched).toHaveBeenCalledWith(`/api/keepsakes?videos=${id}&format=postcard&sheet=a4&language=en`);
  fetched.mockResolvedValueOnce(new Response('{}', { status: 503 }));
  fireEvent.click(screen.getByRole('button', { name: 'Save as PDF' }));
  await waitFor(() => expect(screen.getByText('The card could not be made')).toBeDefined());
});

test('what can’t be printed is said before the card is saved', async () => {
  const asked: unknown[] = [];
  show(<GiftDialog gift={gift} onClose={() => undefined} />, {
    'share.get': usual,
    'share.unprintable': (input: unknown) => {
      asked.push(input);
      return ['\u{13000}', '\u{13001}'];
    },
  });
  const text = 'These characters can’t be printed and will be missing from the card: \u{13000} \u{13001}';
  expect((await screen.findByText(text)).closest('[role="status"]')).not.toBeNull();
  expect(asked).toEqual([{ videos: [id] }]);
});

test('sender, dedication and end are saved together, and sharing can be stopped and resumed', async () => {
  let now: object = usual;
  const calls: { until: string | null }[] = [];
  show(<GiftDialog gift={gift} onClose={() => undefined} />, {
    'share.get': () => now,
    'share.unprintable': [],
    'share.set': ({ sender, dedication, until, stopped }: typeof usual & { until: string | null }) => {
      const sharing = { sender, dedication, until, stopped };
      calls.push(sharing);
      now = sharing;
      return now;
    },
  });
  expect(await screen.findByText('Anybody who has the link can see it.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: 'Anna' } });
  fireEvent.change(screen.getByLabelText('A few words'), { target: { value: 'Cara nonna!' } });
  fireEvent.change(screen.getByLabelText('The link works'), { target: { value: 'week' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({ sender: 'Anna', dedication: 'Cara nonna!', stopped: false });
  const days = (Date.parse(calls[0]?.until ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }));
  expect(await screen.findByText(/^Sharing is stopped/)).toBeDefined();
  expect(calls[1]).toEqual({ ...calls[0], stopped: true });
  fireEvent.click(screen.getByRole('button', { name: 'Share it again' }));
  expect(await screen.findByText('Anybody who has the link can see it.')).toBeDefined();
  expect(calls[2]).toEqual(calls[0]);
});

test('what was typed survives closing the dialog until it is saved', async () => {
  let now: object = usual;
  const answers = {
    'share.get': () => now,
    'share.unprintable': [],
    'share.set': ({ sender, dedication }: typeof usual) => (now = { ...usual, sender, dedication }),
  };
  const close = vi.fn<() => void>();
  const dialog = (opened: Gift | null) => <GiftDialog gift={opened} onClose={close} />;
  const { queryClient, update } = show(dialog(gift), answers);
  const words = () => screen.findByLabelText<HTMLTextAreaElement>('A few words');
  fireEvent.change(await words(), { target: { value: 'Cara nonna!' } });
  fireEvent.keyDown(await words(), { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
  const reopen = async (next: Gift) => {
    update(dialog(null));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    queryClient.removeQueries();
    update(dialog(next));
    return (await words()).value;
  };
  expect(await reopen({ ...gift, id: 'b'.repeat(32) })).toBe('');
  expect(await reopen(gift)).toBe('Cara nonna!');
  // Stopping keeps it too.
  fireEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await screen.findByText('Saved');
  expect(await reopen(gift)).toBe('Cara nonna!');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(now).toMatchObject({ dedication: 'Cara nonna!' }));
  now = { ...usual, dedication: 'From another device' };
  expect(await reopen(gift)).toBe('From another device');
});
