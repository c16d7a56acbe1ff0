import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLatestWriter } from './latest-writer.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A writer that records what it saves, and when, in milliseconds since the beginning. */
function recorded<T>(urgent?: (value: T, written: T | null) => boolean) {
  const began = performance.now();
  const saved: [value: T, at: number][] = [];
  const save = async (value: T) => void saved.push([value, performance.now() - began]);
  return { saved, writer: createLatestWriter<T>({ save, onError: () => {}, ...(urgent && { urgent }) }) };
}

test('writes the first value at once, then the latest every 300 ms, and the last one without a flush', async () => {
  const { saved, writer } = recorded<number>();
  for (let value = 0; value < 70; value += 1) {
    writer.write(value);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([
    [0, 0],
    [29, 300],
    [59, 600],
    [69, 900],
  ]);
});

test('a save that takes longer than the interval is followed by the latest value, never joined by it', async () => {
  const saved: number[] = [];
  let atOnce = 0;
  const save = async (value: number) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    saved.push(value);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    atOnce -= 1;
  };
  const writer = createLatestWriter({ save, onError: () => {} });
  for (const value of [1, 2, 3]) writer.write(value);
  await vi.advanceTimersByTimeAsync(999);
  writer.write(4);
  expect(saved).toEqual([1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(saved).toEqual([1, 4]);
});

test('flush writes what is left at once, and nothing twice', async () => {
  const { saved, writer } = recorded<number>();
  for (const value of [1, 2, 3]) writer.write(value);
  await writer.flush();
  await writer.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([
    [1, 0],
    [3, 0],
  ]);
});

test('urgent values are written at once', async () => {
  const { saved, writer } = recorded<string>((value, written) => value !== written);
  writer.write('preparing');
  await vi.advanceTimersByTimeAsync(1);
  writer.write('analyzing');
  await vi.advanceTimersByTimeAsync(1);
  writer.write('analyzing');
  await vi.advanceTimersByTimeAsync(1);
  expect(saved.map(([value]) => value)).toEqual(['preparing', 'analyzing']);
});

test('a failed write is reported, and the next one is written', async () => {
  const saved: number[] = [];
  const errors: unknown[] = [];
  const save = async (value: number) => {
    if (value === 1) throw new Error('no database');
    saved.push(value);
  };
  const writer = createLatestWriter({ save, onError: (error) => errors.push(error) });
  writer.write(1);
  writer.write(2);
  await writer.flush();
  expect([saved, errors]).toEqual([[2], [new Error('no database')]]);
});
