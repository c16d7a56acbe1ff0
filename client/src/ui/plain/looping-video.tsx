import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '#client/lib/use-reduced-motion.ts';
import classes from './looping-video.module.css';
import { PlayToggle } from './play-toggle.tsx';
import { useOnScreen } from './use-on-screen.ts';

interface LoopingVideoProps {
  src: string;
  poster?: string | undefined;
  /** What it shows; omitted if a picture below the video already says so. */
  label?: string;
  playLabel: string;
  pauseLabel: string;
  className?: string | undefined;
  /** Uses the browser's own controls instead of ours. */
  controls?: boolean;
  /** False if something else plays and pauses it, through `player`. */
  toggle?: boolean;
  /** The source is in the markup from the start, so that the video can be started before hydration. */
  immediate?: boolean;
  player?: Ref<HTMLVideoElement>;
}

/**
 * A muted loop that plays only while it is on the screen, and can be paused. With reduced motion it stays still until
 * the visitor starts it. Nothing is loaded before it comes near the screen.
 */
export function LoopingVideo({
  src,
  poster,
  label,
  playLabel,
  pauseLabel,
  className,
  controls,
  toggle = true,
  immediate = false,
  player,
}: LoopingVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const [requested, setRequested] = useState<'play' | 'pause' | null>(null);
  const [playing, setPlaying] = useState(false);
  const { near, onScreen, known } = useOnScreen(video);
  const shouldPlay = onScreen && (requested ?? (still ? 'pause' : 'play')) === 'play';

  useEffect(() => setPlaying(video.current?.paused === false), []);

  useEffect(() => {
    // It may already be playing; whether it should is not known yet.
    if (!known) return;
    // If autoplay is refused (to save power, say), the picture stays, with the play button on it.
    if (shouldPlay) void video.current?.play().catch(() => undefined);
    else video.current?.pause();
    // A new source starts paused.
  }, [shouldPlay, known, near, src]);

  useEffect(() => {
    const element = video.current;
    return () => {
      // A removed element would keep its media player until it is garbage collected, and browsers limit their number.
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);

  return (
    <div className={classes.frame}>
      <video
        ref={useMergedRef(video, player)}
        src={near || immediate ? src : undefined}
        poster={poster}
        aria-label={label}
        aria-hidden={label === undefined || undefined}
        className={className}
        muted
        loop
        playsInline
        preload={near ? 'auto' : 'none'}
        controls={controls}
        onPlay={() => {
          setPlaying(true);
          if (!shouldPlay) setRequested('play');
        }}
        onPause={() => {
          setPlaying(false);
          // Not triggered by us: the visitor used the browser's own controls, or whatever replaces our button.
          if (shouldPlay) setRequested('pause');
        }}
        onError={() => console.warn('A video could not be played', src)}
      />
      {/* Not in a prerendered page, where it would show the wrong state and do nothing. */}
      {known && toggle && !controls && (
        <PlayToggle
          playing={playing}
          playLabel={playLabel}
          pauseLabel={pauseLabel}
          onToggle={() => setRequested(video.current?.paused ? 'play' : 'pause')}
        />
      )}
    </div>
  );
}
