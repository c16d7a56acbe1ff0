import { useEffect, useRef, useState } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import { type MusicTrackId, musicPath } from '#shared/music.ts';
import { showFailure } from '#client/ui/failure.ts';

/** Plays one track at a time, softly, from its beginning; stops when the component unmounts. */
export function usePreview() {
  const player = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState<MusicTrackId | null>(null);

  function stop() {
    player.current?.pause();
    player.current = null;
    setPlaying(null);
  }

  function play(track: MusicTrackId) {
    player.current?.pause();
    const audio = new Audio(musicPath(track));
    audio.volume = appLimits.music.previewVolume;
    audio.addEventListener('ended', () => player.current === audio && stop());
    player.current = audio;
    setPlaying(track);
    audio.play().catch(() => {
      // Another track took over, or the dialog was closed: not a failure.
      if (player.current !== audio) return;
      stop();
      showFailure({ title: 'music.failed' });
    });
  }

  useEffect(() => () => player.current?.pause(), []);

  return { playing, stop, toggle: (track: MusicTrackId) => (playing === track ? stop() : play(track)) };
}
