import { Progress } from '@mantine/core';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 100. */
  percent: number;
  /** Says what of. */
  label: string;
  /** Its height in pixels. */
  size?: number;
}

/** How much of something has been made. It grows softly, however seldom it is told. */
export function ProgressBar({ percent, label, size = 8 }: ProgressBarProps) {
  return (
    <Progress.Root size={size} classNames={{ root: classes.track }}>
      <Progress.Section value={percent} className={classes.section} aria-label={label} />
    </Progress.Root>
  );
}
