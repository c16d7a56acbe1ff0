// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRestoredPage } from './use-restored-page.ts';

const reload = vi.fn<() => void>();
let user: { email: string } | null;
beforeEach(() => {
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json([{ result: { data: { user } } }], { status: 200 })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.documentElement.style.visibility = '';
});

function comeBack(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}
const visibility = () => document.documentElement.style.visibility;

test('a page that is shown again stays hidden until its person is known to be signed in', async () => {
  const { unmount } = renderHook(() => useRestoredPage('rosa@example.com'));
  user = { email: 'rosa@example.com' };
  comeBack(true);
  expect(visibility()).toBe('hidden');
  await vi.waitFor(() => expect(visibility()).toBe(''));
  expect(reload).not.toHaveBeenCalled();
  unmount();
});

test.each([
  ['nobody', null],
  ['somebody else', { email: 'anna@example.com' }],
])('if %s is signed in by then, the page is loaded anew, and shows nothing before', async (_who, now) => {
  const { unmount } = renderHook(() => useRestoredPage('rosa@example.com'));
  user = now;
  comeBack(true);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(visibility()).toBe('hidden');
  unmount();
});

test('a page that is loaded as usual is not hidden', () => {
  const { unmount } = renderHook(() => useRestoredPage('rosa@example.com'));
  comeBack(false);
  expect(visibility()).toBe('');
  unmount();
});
