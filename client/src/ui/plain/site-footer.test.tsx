// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { SiteFooter } from './site-footer.tsx';

afterEach(() => vi.useRealTimers());

test.each([
  ['2024-05-01', '© 2025 Memori'],
  ['2025-12-30', '© 2025 Memori'],
  ['2026-07-01', '© 2025–2026 Memori'],
  ['2031-07-01', '© 2025–2031 Memori'],
])('on %s the copyright line says %s', (day, line) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) });
  show(<SiteFooter />);
  expect(screen.getByRole('contentinfo').textContent).toContain(line);
});
