import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/limits.ts';
import { type MusicTrackId, musicPath } from '../../../../shared/music.ts';
import { showToast } from '../../lib/toast.tsx';

/** Plays one piece of music at a time, softly, from its beginning; falls silent when what uses it goes. */
export function usePreview() {
  const { t } = useTranslation();
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
    audio.volume = limits.music.previewVolume;
    audio.addEventListener('ended', () => player.current === audio && stop());
    player.current = audio;
    setPlaying(track);
    audio.play().catch(() => {
      // Another piece took over, or the dialog was closed: nothing failed.
      if (player.current !== audio) return;
      stop();
      showToast({ title: t('music.failed'), message: t('common.pleaseTryAgain'), tone: 'destructive' });
    });
  }

  useEffect(() => () => player.current?.pause(), []);

  return { playing, toggle: (track: MusicTrackId) => (playing === track ? stop() : play(track)) };
}
