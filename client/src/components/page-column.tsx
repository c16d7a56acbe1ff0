import type { ReactNode } from 'react';
import classes from './page-column.module.css';

interface PageColumnProps {
  heading: string;
  lead: string;
  /** For a page where people work: what they came for stands high on the screen. */
  compact?: boolean;
  children: ReactNode;
}

/** A page's heading and what it is for, and below that its parts. */
export function PageColumn({ heading, lead, compact, children }: PageColumnProps) {
  return (
    <div className={classes.column} data-compact={compact}>
      <div className={classes.opening}>
        <h1 tabIndex={-1} className={classes.heading}>
          {heading}
        </h1>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
    </div>
  );
}
