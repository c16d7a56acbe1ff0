import { href } from '#shared/pages.ts';
import { type LegalPage as Page, legalSlots } from '#shared/legal-page.ts';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SiteHeader } from '#client/ui/plain/site-header.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import classes from './legal.module.css';

/** A page with the operator's text, of which only the slot exists at build time. */
export function LegalPage({ page }: { page: Page }) {
  return (
    <>
      <SkipLink />
      <SiteHeader plain addressIn={(language) => href(language, page)} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <article className={classes.text}>{legalSlots.body}</article>
      </main>
      <SiteFooter years={legalSlots.years} />
    </>
  );
}
