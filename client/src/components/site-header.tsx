import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageSwitch, type LanguageSwitchProps } from './language-switch.tsx';
import classes from './site-header.module.css';

interface SiteHeaderProps extends LanguageSwitchProps {
  /** Before the brand: a way back. */
  lead?: ReactNode;
  /** In the middle; on a phone, a line of its own below. */
  aside?: ReactNode;
  /** At the end: what the page offers. */
  children?: ReactNode;
  /** Without a line below it, for pages that begin with a picture. */
  plain?: boolean;
}

/** The bar on top of every page: the brand, the language, and what the page adds. */
export function SiteHeader({ lead, aside, children, plain, ...languages }: SiteHeaderProps) {
  return (
    <header className={classes.header} data-plain={plain}>
      <div className={classes.inner}>
        <div className={classes.start}>
          {lead}
          <Brand />
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
        <div className={classes.end}>
          <LanguageSwitch {...languages} />
          {children}
        </div>
      </div>
    </header>
  );
}
