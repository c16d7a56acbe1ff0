import type { ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import { sharedSlots } from '#shared/shared-page.ts';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SiteHeader } from '#client/ui/plain/site-header.tsx';
import { TooOld } from '#client/ui/plain/too-old.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import classes from './secret-page.module.css';

interface SecretPageFrameProps {
  /** The address of the page in another language. */
  addressIn: (language: Language) => string;
  children: ReactNode;
}

/** The frame of a page that anyone with its link, or its code, may use without an account. */
export function SecretPageFrame({ addressIn, children }: SecretPageFrameProps) {
  return (
    <>
      <SkipLink />
      <SiteHeader addressIn={addressIn} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
        <TooOld />
      </main>
      <SiteFooter years={sharedSlots.years} />
    </>
  );
}
