import { expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { type AlbumDraft, checkDraft, emptyDraft } from './draft.ts';

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
  ...emptyDraft,
  videos: [video('b'), video('a')],
  name: 'Nonna',
  ...more,
});

test('a name suffices: natural pace, a title card and captions, the videos’ shape, and music', () => {
  expect(checkDraft(draft({ name: '  Nonna Pia \n' }))).toEqual({
    ok: true,
    request: {
      videoIds: ['b'.repeat(32), 'a'.repeat(32)],
      albumName: 'Nonna Pia',
      musicTrack: 'emotional-piano-1',
      format: 'auto',
      length: 'full',
      pace: 'natural',
      titleCard: true,
      captions: true,
    },
  });
  expect(checkDraft(draft({ music: 'solo-piano' }))).toMatchObject({ request: { musicTrack: 'solo-piano' } });
  expect(checkDraft(draft({ music: null }))).not.toHaveProperty('request.musicTrack');
});

test('where a film is to be watched decides its format and its length', () => {
  const asked = (shape: AlbumDraft['shape']) => checkDraft(draft({ shape }));
  expect(asked('television')).toMatchObject({ request: { format: '16:9', length: 'full' } });
  expect(asked('phone')).toMatchObject({ request: { format: '9:16', length: 'full' } });
  expect(asked('square')).toMatchObject({ request: { format: '1:1', length: 'full' } });
  expect(asked('status')).toMatchObject({ request: { format: '9:16', length: 'short' } });
});

test('words are sent without the spaces around them, and blank ones are not', () => {
  const words = { pace: 'calm', titleCard: false, captions: false, dedication: ' Per Anna ' } as const;
  expect(checkDraft(draft({ ...words, closing: '  ' }))).toMatchObject({
    request: { pace: 'calm', titleCard: false, captions: false, dedication: 'Per Anna', closing: undefined },
  });
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
