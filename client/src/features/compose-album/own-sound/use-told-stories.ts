import type { Audio } from '#shared/schemas/audio.ts';
import { trpc } from '#client/api/trpc.ts';
import type { AlbumDraft } from '../form/draft.ts';
import { freePlaces } from './recordings.ts';

/** A recording that tells about the photo of a video. */
export type ToldStory = Audio & { story: NonNullable<Audio['story']> };

/** The stories that can still be voices of this draft: those of videos without a voice. */
export function useToldStories({ videos, voices }: AlbumDraft): ToldStory[] {
  // The order of the film is no other question.
  const videoIds = videos.map(({ taskId }) => taskId).toSorted();
  const { data = [] } = trpc.audio.stories.useQuery({ videoIds }, { enabled: videoIds.length > 0 });
  const free = freePlaces(voices, videoIds);
  const used = voices.map(({ audioId }) => audioId);
  return data.filter(
    (each): each is ToldStory =>
      each.story !== null && free.includes(each.story.videoId) && !used.includes(each.audioId),
  );
}
