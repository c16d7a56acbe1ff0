import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A short message that is the page's only content, with the next steps below it. */
export function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes.notice}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  );
}
