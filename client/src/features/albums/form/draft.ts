import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { type MergeRequest, mergeRequestSchema } from '#shared/schemas/album.ts';
import type { VideoTask } from '#shared/schemas/video.ts';

/** An album before it is created. */
export interface AlbumDraft {
  /** In film order. */
  videos: VideoTask[];
  name: string;
  /** Null for a film without sound. */
  music: MusicTrackId | null;
}

export const emptyDraft: AlbumDraft = { videos: [], name: '', music: null };

export type CheckedDraft =
  | { ok: true; request: MergeRequest }
  | { ok: false; code: ErrorCode; field: 'name' | 'videos' };

/** Validates a draft by the same rules as the server; returns the first problem, checking the videos first. */
export function checkDraft({ videos, name, music }: AlbumDraft): CheckedDraft {
  const result = mergeRequestSchema.safeParse({
    videoIds: videos.map(({ taskId }) => taskId),
    albumName: name,
    ...(music && { musicTrack: music }),
  });
  if (result.success) return { ok: true, request: result.data };
  const [issue] = result.error.issues;
  return {
    ok: false,
    code: isErrorCode(issue?.message) ? issue.message : 'invalid_request',
    field: issue?.path[0] === 'albumName' ? 'name' : 'videos',
  };
}
