import { afterEach, expect, test, vi } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatElapsed,
  formatMoment,
  formatMonthDay,
  minutesRange,
  regional,
  shortId,
} from './format.ts';
import { memoryFileName } from '#client/api/download.ts';

afterEach(() => vi.unstubAllGlobals());

test('sizes are short and follow the language', () => {
  expect(formatBytes(10, 'en')).toBe('1 KB');
  expect(formatBytes(348_160, 'en')).toBe('340 KB');
  expect(formatBytes(2_516_582, 'en')).toBe('2.4 MB');
  expect(formatBytes(2_516_582, 'it')).toBe('2,4 MB');
});

test('dates are month and day in the order of the language', () => {
  expect(formatMonthDay('2025-11-21T12:00:00.000Z', 'en')).toBe('Nov 21');
  expect(formatMonthDay('2025-11-21T12:00:00.000Z', 'it')).toBe('21 nov');
});

test('dates are written as in the region of the reader', () => {
  vi.stubGlobal('navigator', { languages: ['it-CH', 'en-GB', 'en-US'] });
  expect(regional('en')).toBe('en-GB');
  expect(regional('it')).toBe('it-CH');
  vi.stubGlobal('navigator', { languages: ['de-DE'] });
  expect(regional('en')).toBe('en');
  vi.stubGlobal('navigator', undefined);
  expect(regional('it')).toBe('it');
});

test('moments have their year unless it is the current one', () => {
  const now = new Date('2025-12-01T12:00:00.000Z');
  const shown = (iso: string, language: 'en' | 'it') =>
    formatMoment(iso, language, now).replaceAll(/\s/g, ' ');
  expect(shown('2025-11-21T12:00:00.000Z', 'en')).toMatch(/^Nov 2\d, \d+:00 [AP]M$/);
  expect(shown('2024-11-21T12:00:00.000Z', 'en')).toMatch(/^Nov 2\d, 2024, \d+:00 [AP]M$/);
  expect(shown('2025-11-21T12:00:00.000Z', 'it')).toMatch(/^2\d nov, \d+:00$/);
  expect(shown('2024-11-21T12:00:00.000Z', 'it')).toMatch(/^2\d nov 2024, \d+:00$/);
});

test('elapsed time is in minutes and seconds, and never negative', () => {
  expect([-3, 0, 7.9, 60, 754].map(formatElapsed)).toEqual(['0:00', '0:00', '0:07', '1:00', '12:34']);
});

test('durations are in whole seconds, minutes or hours', () => {
  expect([0.4, 40, 61, 7000].map((seconds) => formatDuration(seconds, 'en'))).toEqual([
    ...['1 second', '40 seconds', '2 minutes', '2 hours'],
  ]);
  expect(formatDuration(61, 'it')).toBe('2 minuti');
});

test('a usual time in minutes is a range, and shorter ones have none', () => {
  expect(minutesRange({ min: 3, max: 15 })).toBeNull();
  expect(minutesRange({ min: 120, max: 180 })).toBe('2-3');
  expect(minutesRange({ min: 120, max: 300 })).toBe('2-5');
  expect(minutesRange({ min: 30, max: 60 })).toBe('1');
});

test('ids are labelled by their last six characters', () => {
  expect(shortId('abcdefghijkl')).toBe('ghijkl');
});

test('a saved video is named after the time', () => {
  expect(memoryFileName(new Date(1763726400000))).toBe('memory-video-1763726400000.mp4');
});
