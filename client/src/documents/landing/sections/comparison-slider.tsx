import { useMounted } from '@mantine/hooks';
import { IconArrowsHorizontal } from '@tabler/icons-react';
import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './comparison-slider.module.css';

interface ComparisonSliderProps {
  /** The picture on top, uncovered from the right: at 100 all of it shows. */
  before: ReactNode;
  after: ReactNode;
  label: string;
  /** The position as text, for screen readers. */
  valueText: (percent: number) => string;
}

/** The pointer's position over an element, from 0 (its left edge) to 100. */
function percentAt(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.round(Math.min(100, Math.max(0, ((event.clientX - left) / width) * 100)));
}

/**
 * Two pictures of the same shape on top of each other, with a movable dividing line: dragged anywhere on the picture,
 * or moved with the keys of a range input. Vertical swipes still scroll the page. Before hydration, only the range
 * input responds; the pictures follow it afterwards.
 */
export function ComparisonSlider({ before, after, label, valueText }: ComparisonSliderProps) {
  const [percent, setPercent] = useState(50);
  const alive = useMounted();
  const range = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the browser moved it before React was there.
    if (range.current) setPercent(range.current.valueAsNumber);
  }, []);

  return (
    <div
      className={classes.slider}
      data-alive={alive || undefined}
      style={{ '--at': `${percent}%` } as CSSProperties}
      onPointerDown={(event) => {
        // The button that stops the video is also on the picture.
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPercent(percentAt(event));
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) setPercent(percentAt(event));
      }}
    >
      {after}
      <div className={classes.before}>{before}</div>
      <input
        ref={range}
        type="range"
        className={classes.range}
        min={0}
        max={100}
        value={percent}
        aria-label={label}
        aria-valuetext={valueText(percent)}
        onChange={(event) => setPercent(event.currentTarget.valueAsNumber)}
      />
      <div className={classes.line} aria-hidden>
        <span className={classes.handle}>
          <IconArrowsHorizontal size={22} stroke={1.75} />
        </span>
      </div>
    </div>
  );
}
