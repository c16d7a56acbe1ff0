import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { LandingPage } from '../pages/landing.tsx';
import type { Visitor } from './visitor.ts';

interface LandingProps {
  i18n: i18n;
  /** Answers once it is known who is looking; without it the page is the one that everybody gets. */
  visitor?: Promise<Visitor | null>;
  /** Called when the page has come alive in the browser. */
  onAlive?: () => void;
}

/** The landing page in the language of `i18n`: the same tree where it is built and where it comes alive. */
export function Landing({ i18n, visitor, onAlive }: LandingProps) {
  const [known, setKnown] = useState<Visitor | null>(null);
  useEffect(() => {
    onAlive?.();
    void visitor?.then(setKnown);
  }, [visitor, onAlive]);
  return (
    <I18nextProvider i18n={i18n}>
      <LandingPage visitor={known} />
    </I18nextProvider>
  );
}
