import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PlayToggle } from '#client/ui/plain/play-toggle.tsx';
import { moveFocus } from '#client/lib/focus.ts';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import { useOnScreen } from '#client/ui/plain/use-on-screen.ts';
import { useReducedMotion } from '#client/lib/use-reduced-motion.ts';
import classes from './demo-video.module.css';
import { Picture } from './picture.tsx';
import { isIosSafari } from './ios-safari.ts';
import { videoUrl } from './video-files.ts';

const autoplayDelay = 500;

interface DemoVideoProps {
  label: string;
  /** The label of the button that turns on sound. */
  soundLabel: string;
  /** The label of the button that pauses and resumes it while muted. */
  playLabel: string;
  pauseLabel: string;
}

/**
 * A muted film with a button that turns on sound and controls and restarts it. It starts by itself, silently, half a
 * second after it has scrolled into view, if the browser allows it, and pauses while out of view; it then also has a
 * pause button (WCAG 2.2.2).
 */
export function DemoVideo({ label, soundLabel, playLabel, pauseLabel }: DemoVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const { onScreen } = useOnScreen(video);
  const [taken, setTaken] = useState(false);
  /** The viewer paused it. */
  const [stopped, setStopped] = useState(false);
  /** Null until it has started. */
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
        name="grandmother-restored"
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
        // Only a player with controls is a tab stop.
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
