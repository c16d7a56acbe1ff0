import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** What it is for, in a sentence. */
  lead?: string;
  children?: ReactNode;
}

/** One subject of a page of settings: a region that its heading names, and below that what can be seen and done. */
export function SectionCard({ title, lead, children }: SectionCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
}
