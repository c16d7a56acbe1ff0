import { expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { emptyDraft } from '../form/draft.ts';
import { planPreview } from './plan-preview.ts';

const video = (taskId: string, more: Partial<VideoTask> = {}) =>
  ({ taskId, ai: false, width: 768, height: 1024, ...more }) as VideoTask;
const draft = { ...emptyDraft, videos: [video('a'), video('b')] };

test('without music, a natural film cuts every six seconds after its title card', () => {
  const { parts, seconds, size, arrangement } = planPreview(draft, null);
  expect(parts).toEqual([
    { kind: 'title', from: 0, to: 4.52 },
    { kind: 'video', videoId: 'a', from: 3.52, to: 10.52 },
    { kind: 'video', videoId: 'b', from: 9.52, to: 16 },
  ]);
  expect([seconds, size, arrangement]).toEqual([16, { width: 768, height: 1024 }, null]);
});

test('words at the end are a card, unless they are blank', () => {
  expect(planPreview({ ...draft, closing: '  ' }, null).parts).toHaveLength(3);
  expect(planPreview({ ...draft, closing: 'Da Luca' }, null).parts.at(-1)).toEqual({
    kind: 'closing',
    from: 15.52,
    to: 20,
  });
});

test('a video that does not loop is shown once, and a status has thirty seconds at most', () => {
  const videos = 'abcdefghij'.split('').map((id) => video(id, { ai: true }));
  const film = planPreview({ ...draft, videos, shape: 'status', pace: 'calm' }, null);
  expect(film.seconds).toBeLessThanOrEqual(30);
  expect(film.size).toEqual({ width: 768, height: 1366 });
  for (const { kind, from, to } of film.parts) if (kind === 'video') expect(to - from).toBeLessThanOrEqual(6);
});

test('videos without a known size are taken for portraits', () => {
  const videos = [{ taskId: 'a', ai: false } as VideoTask, { taskId: 'b', ai: false } as VideoTask];
  expect(planPreview({ ...draft, videos }, null).size).toEqual({ width: 768, height: 1024 });
});
