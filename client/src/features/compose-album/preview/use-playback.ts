import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MusicPlayer } from './music.ts';

/** Where a film is, and what plays it. Times are in seconds. */
export interface Playback {
  at: number;
  playing: boolean;
  /** From where it is; from the beginning if it has ended. */
  play: () => void;
  pause: () => void;
  seek: (to: number) => void;
}

/** Plays a film of this length on the clock of its music, or on the computer's. */
export function usePlayback(seconds: number, music: MusicPlayer | null): Playback {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  /** The clock's time at the film's beginning. */
  const zero = useRef(0);
  const now = () => music?.now() ?? performance.now() / 1000;

  function start(from: number) {
    music?.start(from);
    zero.current = now() - from;
    setAt(from);
    setPlaying(true);
  }

  function pause() {
    music?.stop();
    setPlaying(false);
  }

  /** Returns whether the film goes on. */
  const advance = useEffectEvent(() => {
    const time = Math.min(now() - zero.current, seconds);
    setAt(time);
    if (time >= seconds) pause();
    return time < seconds;
  });

  useEffect(() => {
    if (!playing) return;
    const tick = () => {
      if (advance()) frame = requestAnimationFrame(tick);
    };
    let frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  useEffect(() => () => music?.stop(), [music]);

  return {
    at,
    playing,
    play: () => start(at >= seconds ? 0 : at),
    pause,
    seek: (to) => (playing ? start(to) : setAt(to)),
  };
}
