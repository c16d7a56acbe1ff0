// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { useNearScreen } from './use-near-screen.ts';

function Card() {
  const { ref, near } = useNearScreen<HTMLDivElement>();
  return <div ref={ref}>{near ? 'all of it' : 'little'}</div>;
}

test('of several entries delivered at once, the last one counts', () => {
  const callbacks: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (typeof callbacks)[number]) {
        callbacks.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  show(<Card />);
  act(() => callbacks[0]?.([{ isIntersecting: false }, { isIntersecting: true }]));
  expect(screen.getByText('all of it')).toBeDefined();
  act(() => callbacks[0]?.([{ isIntersecting: true }, { isIntersecting: false }]));
  expect(screen.getByText('little')).toBeDefined();
  vi.unstubAllGlobals();
});
