import { expect, test } from 'vitest';
import { freePlaces, type OwnVoice } from './recordings.ts';
import { levelOf } from '#client/lib/record-voice.ts';

const voiceOf = (videoId: string | null): OwnVoice => ({
  audioId: 'a'.repeat(32),
  seconds: 3,
  name: 'Voice 1',
  videoId,
  text: '',
});

test('the film and each video have one voice at most', () => {
  expect(freePlaces([], ['x', 'y'])).toEqual([null, 'x', 'y']);
  expect(freePlaces([voiceOf(null)], ['x', 'y'])).toEqual(['x', 'y']);
  expect(freePlaces([voiceOf('x'), voiceOf(null)], ['x', 'y'])).toEqual(['y']);
  // Of a video that was left out since.
  expect(freePlaces([voiceOf('z')], ['x'])).toEqual([null, 'x']);
});

test('the level is 0 for silence, 1 for full scale, and a half at -30 dB', () => {
  expect(levelOf(new Float32Array(64))).toBe(0);
  expect(levelOf(new Float32Array(64).fill(1))).toBe(1);
  expect(levelOf(new Float32Array(64).fill(10 ** (-30 / 20)))).toBeCloseTo(0.5, 6);
});
