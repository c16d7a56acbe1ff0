import type { ReactNode } from 'react';
import classes from './page-column.module.css';

interface PageColumnProps {
  heading: string;
  lead: string;
  /** True where on phones the work must stand high on the screen, and is plain without the lead. */
  workFirst?: boolean;
  children: ReactNode;
}

/** A page's heading and what it is for, and below that its parts: what people came for stands high on the screen. */
export function PageColumn({ heading, lead, workFirst = false, children }: PageColumnProps) {
  return (
    <div className={classes.column}>
      <div className={classes.opening}>
        <h1 tabIndex={-1} className={classes.heading}>
          {heading}
        </h1>
        <p className={`${classes.lead} ${workFirst ? classes.wide : ''}`}>{lead}</p>
      </div>
      {children}
    </div>
  );
}
