import { Progress } from '@mantine/core';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 100. */
  percent: number;
  /** The accessible name. */
  label: string;
  /** The height in pixels. */
  size?: number;
}

/** A progress bar that grows smoothly, however rarely it is updated. */
export function ProgressBar({ percent, label, size = 8 }: ProgressBarProps) {
  return (
    <Progress.Root size={size} classNames={{ root: classes.track }}>
      <Progress.Section value={percent} className={classes.section} aria-label={label} />
    </Progress.Root>
  );
}
