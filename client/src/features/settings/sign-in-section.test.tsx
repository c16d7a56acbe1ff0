// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { SignInSection } from './sign-in-section.tsx';

test('how one signs in is closed until its heading is pressed', async () => {
  const server = { 'passkeys.list': [], 'account.sessions': [] };
  show(<SignInSection onChanged={() => {}} />, server);
  const heading = screen.getByRole('heading', { level: 2, name: 'Sign-in' });
  const section = heading.closest('details');
  expect(section?.open).toBe(false);
  fireEvent.click(heading);
  expect(section?.open).toBe(true);
  const parts = (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);
  expect(parts).toEqual(['Password', 'Passkeys', 'Where you are signed in']);
});
