import { expect, test, vi } from 'vitest';
import { createLatestWriter } from './latest-writer.ts';

test('writes the first value at once, the last one in the end, and skips superseded ones', async () => {
  const saved: number[] = [];
  const gate = Promise.withResolvers<void>();
  const save = async (value: number) => {
    saved.push(value);
    await gate.promise;
  };
  const writer = createLatestWriter({ save, onError: () => {} });
  for (const value of [1, 2, 3]) writer.write(value);
  expect(saved).toEqual([1]);
  gate.resolve();
  await writer.flush();
  expect(saved).toEqual([1, 3]);
  await writer.flush();
  expect(saved).toEqual([1, 3]);
});

test('urgent values are written at once', async () => {
  const saved: string[] = [];
  const save = async (value: string) => void saved.push(value);
  const urgent = (value: string, written: string | null) => value !== written;
  const writer = createLatestWriter({ save, urgent, onError: () => {} });
  writer.write('preparing');
  writer.write('analyzing');
  await vi.waitUntil(() => saved.length === 2, { timeout: 120_000 });
  writer.write('analyzing');
  expect(saved).toEqual(['preparing', 'analyzing']);
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
