import { limits } from '#shared/limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { showFailure } from '#client/ui/failure.ts';
import type { VideoSelection } from './use-selection.ts';

/**
 * Passes on the chosen videos, in the order chosen, if their number is valid for an album; otherwise says what is
 * missing.
 */
export function useAlbumChoice(
  selection: VideoSelection,
  videos: VideoTask[],
  onChosen: (videos: VideoTask[]) => void,
): () => void {
  const { minVideos, maxVideos } = limits.album;

  return () => {
    const chosen = selection.ids.flatMap((id) => videos.find(({ taskId }) => taskId === id) ?? []);
    if (chosen.length < minVideos) {
      showFailure({ title: 'gallery.selectMore', text: 'errors.album_too_few_videos' });
    } else if (chosen.length > maxVideos) {
      showFailure({ title: 'gallery.selectFewer', text: 'errors.album_too_many_videos' });
    } else onChosen(chosen);
  };
}
