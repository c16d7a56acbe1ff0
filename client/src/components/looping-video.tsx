import { useMergedRef, useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import classes from './looping-video.module.css';
import { useOnScreen } from './use-on-screen.ts';

interface LoopingVideoProps {
  src: string;
  poster?: string | undefined;
  label: string;
  playLabel: string;
  pauseLabel: string;
  className?: string | undefined;
  /** The browser's own controls besides ours. */
  controls?: boolean;
  player?: Ref<HTMLVideoElement>;
}

/**
 * A muted loop that plays only while it is on the screen, and can be stopped. It stands still for visitors who asked
 * for less motion, until they start it. Nothing is fetched before it comes near the screen.
 */
export function LoopingVideo({
  src,
  poster,
  label,
  playLabel,
  pauseLabel,
  className,
  controls,
  player,
}: LoopingVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [wish, setWish] = useState<'play' | 'pause' | null>(null);
  const [playing, setPlaying] = useState(false);
  const { near, onScreen } = useOnScreen(video);
  const wanted = onScreen && (wish ?? (still ? 'pause' : 'play')) === 'play';

  useEffect(() => {
    // A refusal to autoplay (power saving, say) leaves the picture standing, with the play button on it.
    if (wanted) void video.current?.play().catch(() => undefined);
    else video.current?.pause();
    // Another source starts out still.
  }, [wanted, near, src]);

  useEffect(() => {
    const element = video.current;
    return () => {
      // An element that is gone would hold its player until it is collected, and a browser has only so many.
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);

  return (
    <div className={classes.frame}>
      <video
        ref={useMergedRef(video, player)}
        src={near ? src : undefined}
        poster={poster}
        aria-label={label}
        className={className}
        muted
        loop
        playsInline
        preload={near ? 'auto' : 'none'}
        controls={controls}
        onPlay={() => {
          setPlaying(true);
          if (!wanted) setWish('play');
        }}
        onPause={() => {
          setPlaying(false);
          // Not ours: the visitor used the browser's own controls.
          if (wanted) setWish('pause');
        }}
        onError={() => console.warn('A video could not be played', src)}
      />
      <button
        type="button"
        className={classes.toggle}
        aria-label={playing ? pauseLabel : playLabel}
        onClick={() => setWish(playing ? 'pause' : 'play')}
      >
        {playing ? (
          <IconPlayerPauseFilled size={18} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={18} aria-hidden />
        )}
      </button>
    </div>
  );
}
