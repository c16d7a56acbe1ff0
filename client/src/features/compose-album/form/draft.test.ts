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

test('a song of one’s own takes the place of the music; voices have their videos, or the whole film', () => {
  const song = { audioId: 's'.repeat(32), seconds: 187, name: 'Volare.mp3' };
  const voice = {
    audioId: 'v'.repeat(32),
    seconds: 9,
    name: 'Voice 1',
    videoId: 'a'.repeat(32),
    text: ' Ciao ',
  };
  const whole = { ...voice, audioId: 'w'.repeat(32), videoId: null, text: '' };
  const asked = checkDraft(draft({ song, voices: [voice, whole] }));
  expect(asked).toMatchObject({
    request: {
      audioId: song.audioId,
      voices: [
        { audioId: voice.audioId, videoId: voice.videoId, text: 'Ciao' },
        { audioId: whole.audioId, text: undefined },
      ],
    },
  });
  expect(asked).not.toHaveProperty('request.musicTrack');
  // A video that has left the film takes its voice with it only if its owner says so.
  const gone = { ...voice, videoId: 'c'.repeat(32) };
  expect(checkDraft(draft({ voices: [gone] }))).toMatchObject({ code: 'invalid_voices', field: 'videos' });
});

test('an album needs more than one video', () => {
  expect(checkDraft(draft({ videos: [video('a')], name: '' }))).toEqual({
    ok: false,
    code: 'album_too_few_videos',
    field: 'videos',
  });
});
