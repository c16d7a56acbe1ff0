import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { MusicalPace } from '#shared/film/look.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { type FilmRequest, filmRequestSchema } from '#shared/schemas/merge-request.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import type { OwnRecording, OwnVoice } from '../own-sound/recordings.ts';
import { moods } from './moods.ts';
import { type FilmShape, shapes } from './shapes.ts';

/** An album before it is created. */
export interface AlbumDraft {
  /** In film order. */
  videos: VideoTask[];
  name: string;
  /** Null for a film without sound. */
  music: MusicTrackId | null;
  /** The owner's song instead. */
  song: OwnRecording | null;
  voices: OwnVoice[];
  shape: FilmShape;
  pace: MusicalPace;
  titleCard: boolean;
  /** On the title card; may be empty. */
  dedication: string;
  /** Whether videos that have a name bear it. */
  captions: boolean;
  /** On a card at the end; without any, there is no such card. */
  closing: string;
}

/** What a family gets that only gives a name (decision 194). */
export const emptyDraft: AlbumDraft = {
  videos: [],
  name: '',
  music: moods.tender,
  song: null,
  voices: [],
  shape: 'photos',
  pace: 'natural',
  titleCard: true,
  dedication: '',
  captions: true,
  closing: '',
};

export type CheckedDraft =
  | { ok: true; request: FilmRequest }
  | { ok: false; code: ErrorCode; field: 'name' | 'videos' };

const spoken = ({ audioId, videoId, text }: OwnVoice) => ({ audioId, videoId: videoId ?? undefined, text });

/** Validates a draft by the same rules as the server; returns the first problem, checking the videos first. */
export function checkDraft({ videos, name, music, song, voices, shape, ...look }: AlbumDraft): CheckedDraft {
  const result = filmRequestSchema.safeParse({
    videoIds: videos.map(({ taskId }) => taskId),
    albumName: name,
    ...(song ? { audioId: song.audioId } : music && { musicTrack: music }),
    ...(voices.length > 0 && { voices: voices.map(spoken) }),
    ...shapes[shape],
    ...look,
  });
  if (result.success) return { ok: true, request: result.data };
  const [issue] = result.error.issues;
  return {
    ok: false,
    code: isErrorCode(issue?.message) ? issue.message : 'invalid_request',
    field: issue?.path[0] === 'albumName' ? 'name' : 'videos',
  };
}
