// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { type AlbumDraft, emptyDraft } from './draft.ts';
import { keepDraft, keptDraft } from './kept-draft.ts';

beforeEach(() => sessionStorage.clear());

const draft: AlbumDraft = {
  ...emptyDraft,
  videos: [{ taskId: 'b' }, { taskId: 'a' }] as VideoTask[],
  name: 'Nonna',
  music: 'sedative',
  shape: 'status',
  pace: 'lively',
  titleCard: false,
  closing: 'Da Luca',
  song: { audioId: 'a'.repeat(32), seconds: 187, name: 'Volare.mp3' },
  voices: [{ audioId: 'b'.repeat(32), seconds: 9, name: 'Voice 1', videoId: null, text: 'Ciao' }],
};

test('a draft is kept for its owner, with the order of its videos', () => {
  keepDraft('anna', draft, ['b', 'a']);
  expect(keptDraft('anna')).toMatchObject({
    order: ['b', 'a'],
    choices: {
      name: 'Nonna',
      music: 'sedative',
      shape: 'status',
      pace: 'lively',
      titleCard: false,
      dedication: '',
      captions: true,
      closing: 'Da Luca',
    },
  });
  expect(keptDraft('luca')).toBeNull();
});

test('an empty draft is not kept', () => {
  keepDraft('anna', draft, []);
  keepDraft('anna', emptyDraft, []);
  expect(sessionStorage).toHaveLength(0);
});

test.each(['', '{', '{}', JSON.stringify({ owner: 'anna', order: [], choices: { name: 'Nonna' } })])(
  'what another release stored is ignored: %s',
  (text) => {
    sessionStorage.setItem('memori.albumDraft', text);
    expect(keptDraft('anna')).toBeNull();
  },
);
