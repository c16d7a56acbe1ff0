import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import button from './button.module.css';
import classes from './play-toggle.module.css';

interface PlayToggleProps {
  playing: boolean;
  playLabel: string;
  pauseLabel: string;
  onToggle: () => void;
}

/** The button in the corner of an animation that pauses and resumes it. Its parent must be positioned. */
export function PlayToggle({ playing, playLabel, pauseLabel, onToggle }: PlayToggleProps) {
  return (
    <button
      type="button"
      className={`${button.round} ${classes.toggle}`}
      aria-label={playing ? pauseLabel : playLabel}
      onClick={onToggle}
    >
      {playing ? (
        <IconPlayerPauseFilled size={18} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={18} aria-hidden />
      )}
    </button>
  );
}
