// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { type InitialEntry, MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { usePaidElsewhere } from './navigation-state.ts';

afterEach(cleanup);

function Shown() {
  const told = usePaidElsewhere();
  const { state } = useLocation() as { state: unknown };
  return (
    <>
      <p>{told ? 'paid in another tab' : 'nothing new'}</p>
      <output>{JSON.stringify(state)}</output>
    </>
  );
}

const open = (entry: InitialEntry) =>
  render(
    <MemoryRouter initialEntries={[entry]}>
      <Shown />
    </MemoryRouter>,
  );

test('that credits were bought in another tab is told once: the history, which a reload reads, forgets it', () => {
  const { unmount } = open({ pathname: '/en/create', state: { keepFocus: true, paidElsewhere: true } });
  expect(screen.getByText('paid in another tab')).toBeTruthy();
  const state: unknown = JSON.parse(screen.getByRole('status').textContent);
  expect(state).toEqual({ keepFocus: true });
  unmount();
  open({ pathname: '/en/create', state });
  expect(screen.getByText('nothing new')).toBeTruthy();
});
