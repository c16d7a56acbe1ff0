// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { CreditBadge } from './credit-badge.tsx';

const video = {
  id: '1',
  taskId: '1',
  status: 'Success',
  downloadUrl: '/api/public/video/1',
  thumbnailUrl: null,
  originalFilename: 'nonna.jpg',
  createdAt: '2026-05-17T10:00:00Z',
};

const badge = (credits: number, purchases: number, tasks: object[]) =>
  show(<CreditBadge />, {
    'credits.balance': { credits },
    'credits.purchases': purchases,
    'video.tasks': { tasks, nextCursor: null },
  });

test.each([
  ['a new account', 1, 0, [], 'Your first photo is free'],
  ['one whose first video failed', 1, 0, [{ ...video, status: 'Fail' }], 'Your first photo is free'],
  ['one that was given another credit after its video', 1, 0, [video], 'Running low'],
  ['one that has bought credits', 1, 1, [], 'Running low'],
  ['one that has used the free credit', 0, 0, [], 'No transformations left'],
] as const)('the badge of %s', async (_, credits, purchases, tasks, text) => {
  badge(credits, purchases, [...tasks]);
  expect(await screen.findByText(text)).toBeInstanceOf(HTMLElement);
});
