// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../tests/components/render.tsx';
import { Page } from './page.tsx';

test('the first page of a document leaves the focus alone; each that follows takes it, the first one again too', () => {
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
