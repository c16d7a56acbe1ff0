// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { storedText } from '#client/lib/storage.ts';
import { Dismissible } from './dismissible.tsx';

afterEach(() => sessionStorage.clear());

test('a notice is closed by its button, and stays closed after a reload', () => {
  const closed = storedText('session', 'memori.upgradeClosed');
  const page = (
    <main id="main" tabIndex={-1}>
      <Dismissible closed={closed}>
        <p>Too few credits</p>
      </Dismissible>
    </main>
  );
  show(page);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Too few credits')).toBeNull();
  expect(document.activeElement?.id).toBe('main');
  cleanup();
  show(page);
  expect(screen.queryByText('Too few credits')).toBeNull();
});
