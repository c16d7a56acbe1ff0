import { pauseSeconds } from '#shared/film/speak.ts';
import { limits } from '#shared/limits.ts';
import { withAudio } from './clip.ts';
import { crossfadeFrames } from './standard-format.ts';
import type { Film, FilmRequest, FilmVoice } from './types.ts';

const { framesPerSecond } = limits.video;

/** A voice with its time in the film, in seconds. */
export interface PlacedVoice extends FilmVoice {
  readonly from: number;
  readonly seconds: number;
}

/** When each voice speaks: its picture is then seen alone, after the crossfade and a moment. */
export function placeVoices({ voices = [] }: FilmRequest, shots: Film['shots']): Promise<PlacedVoice[]> {
  return Promise.all(
    voices.map(async (voice) => ({
      ...voice,
      from: (shots[voice.item]!.from + crossfadeFrames) / framesPerSecond + pauseSeconds,
      seconds: await withAudio(voice.path, (track) => track.computeDuration()),
    })),
  );
}
