import type { CSSProperties } from 'react';
import { titleYears } from '#shared/film/title-years.ts';
import { plainLine } from '#shared/plain-text.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import type { AlbumDraft } from '../form/draft.ts';
import classes from './stage.module.css';

/** A film's first card, with the texts of the server's; their lines and sizes are the browser's. */
export function TitleCard({ draft, shown }: { draft: AlbumDraft; shown: readonly VideoTask[] }) {
  const years = titleYears(shown.flatMap(({ takenOn }) => (takenOn ? [new Date(takenOn)] : [])));
  const dedication = plainLine(draft.dedication);
  return (
    <div className={classes.card}>
      <Large text={draft.name} largest={12.5} />
      <Ornament />
      {dedication && <p dir="auto">{dedication}</p>}
      {years && <p className={classes.soft}>{years}</p>}
    </div>
  );
}

/** A film's last card. */
export function ClosingCard({ closing, madeWith }: { closing: string; madeWith: boolean }) {
  return (
    <div className={classes.card}>
      <Large text={closing} largest={7.5} />
      <Ornament />
      {madeWith && <p className={classes.foot}>Memori</p>}
    </div>
  );
}

/** Characters that fit at the largest size; of more, the type gets smaller, so that they take as much room. */
const fitting = 40;

/** `largest`: the size of the type, in hundredths of the frame's shorter side. */
function Large({ text, largest }: { text: string; largest: number }) {
  const type = largest * Math.min(1, Math.sqrt(fitting / Math.max(1, text.length)));
  return (
    <p className={classes.large} dir="auto" style={{ '--type': type } as CSSProperties}>
      {text}
    </p>
  );
}

/** A thin rule with a lozenge in its middle. */
function Ornament() {
  return (
    <svg className={classes.ornament} viewBox="0 0 180 20">
      <path d="M0 10H70M110 10H180" strokeWidth="1.7" />
      <path d="M90 1L99 10L90 19L81 10Z" stroke="none" />
    </svg>
  );
}
