import { afterEach, expect, test, vi } from 'vitest';
import { missedLimits, reportWithin } from './measure.ts';

afterEach(() => void vi.restoreAllMocks());

test('figures are printed beside their limits, and those that miss theirs are remembered', () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  reportWithin('cpu', { atMost: 1.3 }, 1.3);
  reportWithin('cpu', { atMost: 1.3 }, 1.31);
  reportWithin('frames', { atLeast: 24 }, 24.4, 1, 'fps');
  reportWithin('frames', { atLeast: 24 }, 23.9, 1, 'fps');
  reportWithin('memory', { atMost: 200 }, Number.NaN, 0, 'MB');
  expect(printed.mock.calls.flat()).toEqual([
    'cpu (at most 1.3): 1.30',
    'cpu (at most 1.3): 1.31',
    'frames (at least 24): 24.4 fps',
    'frames (at least 24): 23.9 fps',
    'memory (at most 200): NaN MB',
  ]);
  expect(missedLimits()).toEqual([
    'cpu (at most 1.3): 1.31',
    'frames (at least 24): 23.9 fps',
    'memory (at most 200): NaN MB',
  ]);
});
