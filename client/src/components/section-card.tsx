import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** Its purpose, in one sentence. */
  lead?: string;
  children?: ReactNode;
}

/** A section of a settings page: a region labelled by its heading, with its content below. */
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
