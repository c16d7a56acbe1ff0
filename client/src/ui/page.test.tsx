// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { Page } from './page.tsx';

test('the initial page leaves the focus alone, and each later page takes it, even the initial one again', () => {
  const { update } = show(
    <Page key="one" title="One">
      1
    </Page>,
  );
  expect(document.activeElement).toBe(document.body);
  expect(document.title).toBe('One');
  update(
    <Page key="two" title="Two">
      2
    </Page>,
  );
  expect(document.activeElement).toBe(screen.getByRole('main'));
  update(
    <Page key="one" title="One">
      1
    </Page>,
  );
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(document.activeElement?.textContent).toBe('1');
});
