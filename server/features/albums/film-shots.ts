import { cardSeconds } from '#shared/film/look.ts';
import { type FilmPlan, type PlannedShot, planFilm } from '#shared/film/plan.ts';
import type { MusicTrackId } from '#shared/music.ts';
import type { FilmLook } from '#shared/schemas/film.ts';
import type { FilmRequest, FilmVoice } from '#server/engine/join/types.ts';
import { musicFile } from '#server/platform/installation.ts';
import { loadMusic } from '#server/platform/music-sections.ts';
import type { FetchedAudio } from '../audio/use-audio.ts';
import type { FoundVideo } from '../media/videos.ts';

/** What is heard in a film: a piece, a song of its owner's, or neither; and voices. */
export interface FilmSound {
  musicTrack: MusicTrackId | null;
  song: FetchedAudio | null;
  voices: readonly SpokenVoice[];
}

/** A voice on the local disk. */
export interface SpokenVoice extends FetchedAudio {
  /** Which of the videos is seen meanwhile; left out for the whole film. */
  video?: number;
  text?: string;
}

/** Decides what the film of an album shows for how long, and what one hears. */
export async function planAlbum(
  { pace = 'even', length = 'full', titleCard = false, closing }: FilmLook,
  { musicTrack, song, voices }: FilmSound,
  videos: readonly FoundVideo[],
): Promise<{ shots: FilmPlan['shots']; music: FilmRequest['music'] }> {
  const music = musicTrack && pace !== 'even' ? await loadMusic(musicTrack) : null;
  const { shots, arrangement } = planFilm({
    pace,
    length,
    titleCard,
    closingCard: closing !== undefined,
    videos: videos.map(({ making }) => ({ loops: making.makers.every(({ name }) => name === 'local') })),
    form: music?.form ?? null,
    songSeconds: song?.seconds ?? null,
    voices,
  });
  if (song) return { shots, music: { song: song.file, fadeSeconds: cardSeconds } };
  if (!music || !arrangement) return { shots, music: musicTrack && musicFile(musicTrack) };
  const { sections, placement } = music;
  return { shots, music: { sections, placement, arrangement } };
}

/** The voices of a planned film. */
export function spokenIn(planned: readonly PlannedShot[], voices: readonly SpokenVoice[]): FilmVoice[] {
  return planned.flatMap(({ voice }, item) => {
    if (voice === undefined) return [];
    const { file: path, text } = voices[voice]!;
    return { path, item, ...(text === undefined ? {} : { text }) };
  });
}
