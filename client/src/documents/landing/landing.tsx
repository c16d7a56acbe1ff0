import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { LandingPage } from './landing-page.tsx';
import type { Visitor } from '#client/entities/user/visitor.ts';

interface LandingProps {
  i18n: i18n;
  /** Resolves with the current visitor; without it, the page is the generic one. */
  visitor?: Promise<Visitor | null>;
  /** Called once the page is hydrated. */
  onHydrated?: () => void;
}

/** The landing page in the language of `i18n`: renders the same tree when prerendered and when hydrated. */
export function Landing({ i18n, visitor, onHydrated }: LandingProps) {
  const [known, setKnown] = useState<Visitor | null>(null);
  useEffect(() => {
    onHydrated?.();
    void visitor?.then(setKnown);
  }, [visitor, onHydrated]);
  return (
    <I18nextProvider i18n={i18n}>
      <LandingPage visitor={known} />
    </I18nextProvider>
  );
}
