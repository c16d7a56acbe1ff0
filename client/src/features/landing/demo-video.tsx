import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PlayToggle } from '../../components/play-toggle.tsx';
import { moveFocus } from '../../lib/focus.ts';
import { largerThan } from '../../styles/breakpoints.ts';
import { useOnScreen } from '../../components/use-on-screen.ts';
import { useReducedMotion } from '../../lib/use-reduced-motion.ts';
import classes from './demo-video.module.css';
import { Picture } from './picture.tsx';
import { isIosSafari } from './ios-safari.ts';
import { videoUrl } from './video-files.ts';

const autoplayDelay = 500;

interface DemoVideoProps {
  label: string;
  /** Of the button that gives it sound. */
  soundLabel: string;
  /** Of the one that stops it and lets it go on, silent. */
  playLabel: string;
  pauseLabel: string;
}

/**
 * A film that waits for its viewer: muted below a button. The button gives it sound and controls and plays it from its
 * start. By itself it begins, silent, half a second after it has come into view, where the browser lets it, and stands still
 * out of view; then it can be stopped without that button too (WCAG 2.2.2).
 */
export function DemoVideo({ label, soundLabel, playLabel, pauseLabel }: DemoVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const { onScreen } = useOnScreen(video);
  const [taken, setTaken] = useState(false);
  /** The viewer wants it to stand still. */
  const [stopped, setStopped] = useState(false);
  /** Null until it has begun. */
  const [playing, setPlaying] = useState<boolean | null>(null);

  useEffect(() => {
    if (taken) return;
    if (!onScreen || stopped) return video.current?.pause();
    if (still || isIosSafari(navigator)) return;
    const timer = setTimeout(() => void video.current?.play().catch(() => undefined), autoplayDelay);
    return () => clearTimeout(timer);
  }, [taken, still, onScreen, stopped]);

  function take() {
    if (!video.current) return;
    setTaken(true);
    video.current.muted = false;
    video.current.currentTime = 0;
    moveFocus(video);
    void video.current.play().catch(() => undefined);
  }

  function toggle() {
    setStopped(playing === true);
    if (video.current?.paused) void video.current.play().catch(() => undefined);
    else video.current?.pause();
  }

  return (
    <div className={classes.frame}>
      {/* The film's first frame, until it plays. */}
      <Picture
        name="grandmother"
        alt=""
        sizes={`${largerThan('lg')} 25rem, ${largerThan('md')} 40vw, 90vw`}
        className={classes.picture}
      />
      <video
        ref={video}
        className={classes.video}
        aria-label={label}
        muted
        playsInline
        preload="none"
        controls={taken}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        // Only a player with controls is a stop of the keyboard.
        tabIndex={taken ? 0 : -1}
      >
        <source src={videoUrl('album-large')} type="video/mp4" media={largerThan('md')} />
        <source src={videoUrl('album-small')} type="video/mp4" />
      </video>
      {!taken && (
        <button type="button" className={classes.overlay} onClick={take}>
          <span className={classes.play}>
            <IconPlayerPlayFilled size={22} aria-hidden />
            {soundLabel}
          </span>
        </button>
      )}
      {!taken && playing !== null && (
        <PlayToggle playing={playing} playLabel={playLabel} pauseLabel={pauseLabel} onToggle={toggle} />
      )}
    </div>
  );
}
