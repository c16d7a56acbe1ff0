import type { ReactNode } from 'react';
import classes from './page-column.module.css';

interface PageColumnProps {
  heading: string;
  lead: string;
  /** True if on phones the content must be near the top of the screen and is clear without the lead. */
  workFirst?: boolean;
  children: ReactNode;
}

/** A page's heading and lead, with its content below, near the top of the screen. */
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
