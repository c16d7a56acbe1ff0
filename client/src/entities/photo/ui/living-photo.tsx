import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import { frameStyle } from '#client/lib/frame-style.ts';
import { createPlayer, type Player } from '../preview/player.ts';
import type { PhotoView } from '../print-views.ts';
import { useReducedMotion } from '#client/lib/use-reduced-motion.ts';
import classes from './living-photo.module.css';
import { PlayToggle } from '#client/ui/plain/play-toggle.tsx';
import { useOnScreen } from '#client/ui/plain/use-on-screen.ts';

interface LivingPhotoProps {
  /** The view of the photo to show. A different view starts a new loop. */
  view: PhotoView;
  /** Determines the movement, as in its video. */
  seed: number;
  /** Who does not move, by points of the upright photo. */
  rest?: readonly RestPoint[];
  /** Describes the photo to users who don't see it. */
  label: string;
  /** Called when the loop starts or stops playing, for whatever reason. */
  onPlayingChange?: (playing: boolean) => void;
  /** For the picture alone, without its button. */
  className?: string | undefined;
  /** Shown over the picture. */
  children?: ReactNode;
}

const nobody: readonly RestPoint[] = [];

/**
 * A photo that moves as its video will, drawn in the browser. It moves only while it is on the screen, and can be
 * paused. With reduced motion it stays still until the visitor starts it. No wider than its container, and no taller
 * than the custom property --living-photo-height.
 */
export function LivingPhoto({
  view,
  seed,
  rest = nobody,
  label,
  onPlayingChange,
  className = '',
  children,
}: LivingPhotoProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player>(null);
  const still = useReducedMotion();
  const [requested, setRequested] = useState<'play' | 'pause' | null>(null);
  const { onScreen } = useOnScreen(stage);
  const shouldPlay = (requested ?? (still ? 'pause' : 'play')) === 'play';
  const playing = shouldPlay && onScreen;

  useEffect(() => {
    if (!stage.current) return;
    const created = createPlayer(stage.current, view, seed);
    player.current = created;
    return () => created.dispose();
  }, [view, seed]);

  useEffect(() => player.current?.setRest(rest), [rest, view, seed]);

  const report = useEffectEvent(() => onPlayingChange?.(playing));
  useEffect(() => {
    player.current?.setPlaying(playing);
    report();
  }, [playing, view]);

  return (
    <div className={classes.frame}>
      <div
        ref={stage}
        role="img"
        aria-label={label}
        className={`${classes.stage} ${className}`}
        style={frameStyle(view.preview)}
      />
      {children}
      <PlayToggle
        playing={shouldPlay}
        playLabel={t('preview.play')}
        pauseLabel={t('preview.pause')}
        onToggle={() => setRequested(shouldPlay ? 'pause' : 'play')}
      />
    </div>
  );
}
