import { memo } from 'react';
import { limits } from '#shared/limits.ts';
import type { PreviewPlan } from './plan-preview.ts';
import classes from './ruler.module.css';

/** The music's bar lines, and the cuts among them, below the slider. Drawn once, though the film goes on. */
export const Ruler = memo(function Ruler({ plan: { parts, seconds, arrangement } }: { plan: PreviewPlan }) {
  const share = (time: number) => (100 * time) / seconds;
  return (
    <div className={classes.ruler} aria-hidden>
      <svg className={classes.bars} viewBox="0 0 100 1" preserveAspectRatio="none">
        <path d={(arrangement?.bars ?? []).map((bar) => `M${share(bar).toFixed(2)} 0V1`).join('')} />
      </svg>
      {parts.map(({ kind, videoId, from, to, bar }, index) => (
        <span
          key={from}
          className={classes.cut}
          style={{
            insetInlineStart: `${share(index === 0 ? 0 : (bar ?? from + limits.album.crossfadeSeconds / 2))}%`,
          }}
          data-part={JSON.stringify({ kind, videoId, from, to, bar })}
        />
      ))}
    </div>
  );
});
