import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { inLanguage } from '#client/i18n/language.ts';
import { placeToasts } from './toast.tsx';
import type { NavigationState } from '#client/lib/navigation-state.ts';
import type { LanguageLinkProps } from './plain/language-switch.tsx';
import { SiteHeader } from './plain/site-header.tsx';

const samePlace: NavigationState = { keepFocus: true };

/** A link to the same place in another language that keeps the page's state. */
function SamePlaceLink({ href, ...props }: LanguageLinkProps) {
  return <Link to={href} replace state={samePlace} {...props} />;
}

/** The bar on top of the app's pages. */
export function AppHeader(props: { lead?: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  const location = useLocation();
  useEffect(() => {
    const header = document.querySelector('header');
    if (!header) return;
    // A toast may be older than this header, or than its second line.
    const observer = new ResizeObserver(placeToasts);
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return (
    <SiteHeader {...props} addressIn={(language) => inLanguage(language, location)} link={SamePlaceLink} />
  );
}
