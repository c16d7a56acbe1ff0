import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageSwitch, type LanguageSwitchProps } from './language-switch.tsx';
import classes from './site-header.module.css';

interface SiteHeaderProps extends LanguageSwitchProps {
  /** Shown before the brand: a back link. */
  lead?: ReactNode;
  /** Shown in the middle; on phones, on a line of its own below. */
  aside?: ReactNode;
  /** Shown at the end: the page's own links and buttons. */
  children?: ReactNode;
  /** Without a bottom border, for pages that begin with a picture. */
  plain?: boolean;
}

/** The bar on top of every page: the brand, the language switch, and the page's additions. */
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
