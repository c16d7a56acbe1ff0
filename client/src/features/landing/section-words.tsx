import type { ReactNode } from 'react';
import classes from './section-words.module.css';

interface SectionWordsProps {
  /** Of the heading, which names its section. */
  id: string;
  heading: string;
  className?: string | undefined;
  children: ReactNode;
}

/** What a section begins with: its heading, and what it says below. */
export function SectionWords({ id, heading, className = '', children }: SectionWordsProps) {
  return (
    <div className={`${classes.words} ${className}`}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </div>
  );
}
