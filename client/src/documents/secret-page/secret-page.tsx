import type { ReactNode } from 'react';
import { type PageName, href } from '#shared/pages.ts';
import { sharedSlots } from '#shared/shared-page.ts';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SiteHeader } from '#client/ui/plain/site-header.tsx';
import { TooOld } from '#client/ui/plain/too-old.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import { secretInLinks } from './secret-in-links.ts';
import classes from './secret-page.module.css';

/** The frame of a page that anyone with its link, or its code, may use without an account. */
export function SecretPageFrame({
  page,
  children,
}: {
  page: Extract<PageName, 'box' | 'sent' | 'tv'>;
  children: ReactNode;
}) {
  return (
    <>
      <SkipLink />
      <SiteHeader
        addressIn={(language) =>
          page === 'tv' ? href(language, page) : href(language, page, { id: secretInLinks })
        }
      />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
        <TooOld />
      </main>
      <SiteFooter years={sharedSlots.years} />
    </>
  );
}
