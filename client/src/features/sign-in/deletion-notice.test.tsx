// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { DeletionNotice } from './deletion-notice.tsx';

test('once the account is kept, the page has the focus', async () => {
  show(
    <>
      <DeletionNotice deletesAt="2026-11-20T10:00:00Z" />
      <main id="main" tabIndex={-1} />
    </>,
    { 'account.keep': { success: true } },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Keep the account' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});
