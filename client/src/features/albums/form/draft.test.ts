import { expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { type AlbumDraft, checkDraft } from './draft.ts';

const video = (letter: string): VideoTask => ({
  id: letter.repeat(32),
  taskId: letter.repeat(32),
  status: 'Success',
  progress: 100,
  ai: false,
  photoKept: true,
  downloadUrl: null,
  thumbnailUrl: null,
  originalFilename: `${letter}.jpg`,
  name: null,
  takenOn: null,
  createdAt: '2025-11-21T12:00:00.000Z',
});
const draft = (more: Partial<AlbumDraft> = {}): AlbumDraft => ({
  videos: [video('b'), video('a')],
  name: 'Nonna',
  music: null,
  ...more,
});

test('a draft is sent with its videos in order and its name trimmed, and without music if none is chosen', () => {
  expect(checkDraft(draft({ name: '  Nonna Pia \n' }))).toEqual({
    ok: true,
    request: { videoIds: ['b'.repeat(32), 'a'.repeat(32)], albumName: 'Nonna Pia' },
  });
  expect(checkDraft(draft({ music: 'solo-piano' }))).toMatchObject({ request: { musicTrack: 'solo-piano' } });
});

test('a name must not be blank, and has at most 100 characters', () => {
  expect(checkDraft(draft({ name: ' \t ' }))).toEqual({
    ok: false,
    code: 'album_name_required',
    field: 'name',
  });
  expect(checkDraft(draft({ name: 'x'.repeat(101) }))).toMatchObject({
    code: 'album_name_too_long',
    field: 'name',
  });
  expect(checkDraft(draft({ name: 'x'.repeat(100) })).ok).toBe(true);
});

test('an album needs more than one video', () => {
  expect(checkDraft(draft({ videos: [video('a')], name: '' }))).toEqual({
    ok: false,
    code: 'album_too_few_videos',
    field: 'videos',
  });
});
