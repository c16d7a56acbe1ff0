// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { SignedIn } from '#client/features/sign-in/signed-in.tsx';
import { trpc } from '#client/api/trpc.ts';
import { CreatePage } from './create.tsx';

/** The page below its route, which knows the user and listens for changes. */
const SignedInPage = () => (
  <Routes>
    <Route element={<SignedIn />}>
      <Route path="*" element={<CreatePage />} />
    </Route>
  </Routes>
);

test('the create page is told that an archive is ready, for the account page to show', async () => {
  let tell = (_change: { of: string }) => {};
  const change = new Promise((resolve) => (tell = resolve));
  const { queryClient } = show(<SignedInPage />, {
    'auth.me': { user: { id: 'u', email: 'nonna@example.com' } },
    'changes.watch': () => change,
    'video.tasks': { tasks: [], nextCursor: null },
    'video.consent': { accepted: true },
    'album.list': [],
    'box.waiting': [],
    'credits.balance': { credits: 1 },
    'credits.purchases': 0,
    'config.get': { photosStay: true, photoRetentionDays: 30, usualSeconds: { min: 5, max: 10 } },
  });
  await screen.findByRole('heading', { level: 1 });
  // As the account page has left it.
  const key = getQueryKey(trpc.account.export, undefined, 'query');
  queryClient.setQueryData(key, { id: 'archive', status: 'Processing' });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  tell({ of: 'export' });
  await waitFor(() => expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true));
});
