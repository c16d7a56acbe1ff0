// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../../../../tests/components/render.tsx';
import { GiftDialog } from './gift-dialog.tsx';

const id = 'a'.repeat(32);

test('a card is saved as it was chosen, and what can’t be had is told', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  show(<GiftDialog gift={{ kind: 'video', id, name: 'Nonna Rosa' }} onClose={() => undefined} />);
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
