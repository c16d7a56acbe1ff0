// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Navigate, Route, Routes } from 'react-router';
import { show } from '#tests/components/render.tsx';
import { AuthScreen } from './auth-screen.tsx';

afterEach(() => sessionStorage.clear());

const openAt = (address: string) =>
  show(
    <Routes>
      <Route path="/" element={<Navigate to={address} replace />} />
      <Route path="*" element={<AuthScreen />} />
    </Routes>,
    {},
  );

test.each([
  ['/en/create', 'Create account'],
  ['/en/packages', 'Create account'],
  ['/en/checkout?package=legacy', 'Create account'],
  ['/en/create#sign-in', 'Welcome back'],
  ['/en/account', 'Welcome back'],
  ['/en/developers', 'Welcome back'],
  ['/en/withdraw', 'Welcome back'],
  ['/en/frame', 'Welcome back'],
  ['/en/box', 'Welcome back'],
])('%s opens "%s"', async (address, title) => {
  openAt(address);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
});

test('whoever comes back from paying has an account', async () => {
  sessionStorage.setItem('memori.paymentReturn', 'cs_test');
  openAt('/en/create');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Welcome back');
});
