import type { ReactNode } from 'react';
import classes from './section-text.module.css';

interface SectionTextProps {
  /** The id of the heading, which labels its section. */
  id: string;
  heading: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The heading of a section and the text below it. */
export function SectionText({ id, heading, className = '', children }: SectionTextProps) {
  return (
    <div className={`${classes.words} ${className}`}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </div>
  );
}
