import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  title: string;
  /** What is chosen in it, also seen while it is closed. */
  chosen: string;
  children: ReactNode;
}

/** A part of the form that one may leave alone: closed at first, with its choices beside its title. */
export function Fold({ title, chosen, children }: FoldProps) {
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>
        <span>
          <span className={classes.title}>{title}</span> <span className={classes.chosen}>{chosen}</span>
        </span>
        <IconChevronDown className={classes.icon} size={20} aria-hidden />
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
