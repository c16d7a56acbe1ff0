import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** Its purpose, in one sentence. */
  lead?: string;
  /** True if its heading is the page's own. */
  main?: boolean;
  /** True for a part of another section. */
  nested?: boolean;
  /** True if its content is closed until the heading is pressed. */
  folded?: boolean;
  children?: ReactNode;
}

/** A section of a settings page: a region labelled by its heading, with its content below. */
export function SectionCard({ title, lead, main, nested, folded, children }: SectionCardProps) {
  const id = useId();
  const Heading = main ? 'h1' : nested ? 'h3' : 'h2';
  const opening = (
    <>
      <Heading id={id} tabIndex={-1} className={nested ? classes.subtitle : classes.title}>
        {title}
      </Heading>
      {lead && <p className={classes.lead}>{lead}</p>}
    </>
  );
  return (
    <section className={nested ? classes.nested : classes.card} aria-labelledby={id}>
      {folded ? (
        <details className={classes.folded}>
          <summary className={classes.summary}>{opening}</summary>
          {children}
        </details>
      ) : (
        <>
          {opening}
          {children}
        </>
      )}
    </section>
  );
}
