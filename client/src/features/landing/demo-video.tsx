import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../lib/use-reduced-motion.ts';
import classes from './demo-video.module.css';
import { Picture } from './picture.tsx';
import { startsByItself } from './starts-by-itself.ts';
import { videoUrl } from './video-files.ts';

const autoplayDelay = 500;

/**
 * A film that waits for its viewer: muted below a button. The button gives it sound and controls and plays it from its
 * start. On a desktop it begins by itself, silent, half a second after it has appeared, where the browser lets it.
 */
export function DemoVideo({ label, playLabel }: { label: string; playLabel: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const [taken, setTaken] = useState(false);

  useEffect(() => {
    if (taken || still || !startsByItself(navigator, window.matchMedia.bind(window))) return;
    const timer = setTimeout(() => void video.current?.play().catch(() => undefined), autoplayDelay);
    return () => clearTimeout(timer);
  }, [taken, still]);

  function take() {
    if (!video.current) return;
    setTaken(true);
    video.current.muted = false;
    video.current.currentTime = 0;
    video.current.focus();
    void video.current.play().catch(() => undefined);
  }

  return (
    <div className={classes.frame}>
      {/* The film's first frame, until it plays. */}
      <Picture
        name="grandmother"
        alt=""
        sizes="(min-width: 60em) 25rem, (min-width: 48em) 40vw, 90vw"
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
        // Only a player with controls is a stop of the keyboard.
        tabIndex={taken ? 0 : -1}
      >
        <source src={videoUrl('album-large')} type="video/mp4" media="(min-width: 48em)" />
        <source src={videoUrl('album-small')} type="video/mp4" />
      </video>
      {!taken && (
        <button type="button" className={classes.overlay} onClick={take}>
          <span className={classes.play}>
            <IconPlayerPlayFilled size={22} aria-hidden />
            {playLabel}
          </span>
        </button>
      )}
    </div>
  );
}
