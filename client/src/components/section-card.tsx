import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** Its purpose, in one sentence. */
  lead?: string;
  /** True if its heading is the page's own. */
  main?: boolean;
  children?: ReactNode;
}

/** A section of a settings page: a region labelled by its heading, with its content below. */
export function SectionCard({ title, lead, main = false, children }: SectionCardProps) {
  const id = useId();
  const Heading = main ? 'h1' : 'h2';
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Heading id={id} tabIndex={-1} className={classes.title}>
        {title}
      </Heading>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
}
