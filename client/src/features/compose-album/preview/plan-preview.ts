import type { Arrangement } from '#shared/arrangement.ts';
import { chooseFrameSize } from '#shared/film/frame.ts';
import { planFilm } from '#shared/film/plan.ts';
import { spansOf, timelineOf } from '#shared/film/timeline.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { MusicForm } from '#shared/music-form.ts';
import { plainLine } from '#shared/plain-text.ts';
import type { FilmPart } from '#shared/schemas/film.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import type { AlbumDraft } from '../form/draft.ts';
import { shapes } from '../form/shapes.ts';

/** What a preview shows from when to when, and what one hears. */
export interface PreviewPlan {
  /** As the status of the finished album will tell it. */
  readonly parts: readonly FilmPart[];
  /** The film's length in seconds. */
  readonly seconds: number;
  readonly size: FrameSize;
  /** Null for a film without sound. */
  readonly arrangement: Arrangement | null;
}

/** For films from before their size was recorded. */
const usualSize: FrameSize = { width: 768, height: 1024 };

/** Plans the film of a draft with at least two videos as the server will. `form`: that of its music; null for none. */
export function planPreview(draft: AlbumDraft, form: MusicForm | null): PreviewPlan {
  const { videos, shape, pace, titleCard, closing, song, voices } = draft;
  const place = (videoId: string | null) => videos.findIndex(({ taskId }) => taskId === videoId);
  const { format, length } = shapes[shape];
  const { shots, arrangement } = planFilm({
    pace,
    length,
    titleCard,
    closingCard: plainLine(closing) !== '',
    videos: videos.map(({ ai }) => ({ loops: !ai })),
    form: song ? null : form,
    songSeconds: song?.seconds ?? null,
    voices: voices.map(({ seconds, videoId }) => ({
      seconds,
      ...(videoId === null ? {} : { video: place(videoId) }),
    })),
  });
  const spans = spansOf(shots.map(({ frames }) => frames!));
  const parts = timelineOf(
    shots,
    spans,
    videos.map(({ taskId }) => taskId),
  );
  const shown = shots.flatMap(({ video }) => (video === undefined ? [] : [sizeOf(videos[video]!)]));
  return { parts, seconds: parts.at(-1)!.to, size: chooseFrameSize(shown, format), arrangement };
}

/** The frame size of a video. */
export function sizeOf({ width = usualSize.width, height = usualSize.height }: VideoTask): FrameSize {
  return { width, height };
}
