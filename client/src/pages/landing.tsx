import { Suspense, useState } from 'react';
import { Boundary } from '../components/boundary.tsx';
import { href } from '#shared/pages.ts';
import { SiteFooter } from '../components/site-footer.tsx';
import { SkipLink } from '../components/skip-link.tsx';
import { Account } from '../features/auth/account.tsx';
import { ChatBubble } from '../features/chat/chat-bubble.tsx';
import { AlbumDemo } from '../features/landing/album-demo.tsx';
import { Comparison } from '../features/landing/comparison.tsx';
import { Farewell } from '../features/landing/farewell.tsx';
import { Faq } from '../features/landing/faq.tsx';
import { FeatureCards } from '../features/landing/feature-cards.tsx';
import { FinalCall } from '../features/landing/final-call.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { LandingHeader } from '../features/landing/landing-header.tsx';
import { Pricing } from '../features/landing/pricing.tsx';
import { Showcase } from '../features/landing/showcase.tsx';
import { SmallPrint } from '../features/landing/small-print.tsx';
import { Stats } from '../features/landing/stats.tsx';
import { Steps } from '../features/landing/steps.tsx';
import { Testimonials } from '../features/landing/testimonials.tsx';
import { TrySection } from '../features/landing/try-section.tsx';
import { PrivacyChoices } from '../features/pixel/privacy-choices.tsx';
import { TryIt } from '../features/try-it/try-it.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import type { Visitor } from '../landing/visitor.ts';
import classes from './landing.module.css';

// Loaded only if a pixel is configured.
const PixelConsent = lazyPart(() => import('../features/pixel/pixel-consent.tsx'), 'PixelConsent');

/**
 * The landing page, prerendered without a visitor; `visitor` is null until it is known who is looking. Does without the
 * component library, the router and the typed API, which would be larger than the page itself.
 */
export function LandingPage({ visitor }: { visitor: Visitor | null }) {
  const [demo, setDemo] = useState(0);
  const language = useLanguage();
  return (
    <>
      <SkipLink />
      <LandingHeader>{visitor?.user && <Account email={visitor.user.email} />}</LandingHeader>
      <Farewell />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Hero onWatchDemo={() => setDemo(demo + 1)} />
        <Stats />
        <Comparison />
        <TrySection>
          <TryIt onKeep={() => window.location.assign(href(language, 'create'))} />
        </TrySection>
        {demo > 0 && <AlbumDemo requestCount={demo} />}
        <Showcase />
        <FeatureCards />
        <Steps />
        <Testimonials />
        <FinalCall />
        <Faq />
        <Pricing available={visitor?.config.purchasesAvailable !== false} />
        <SmallPrint />
      </main>
      <SiteFooter>
        <PrivacyChoices pixelId={visitor?.config.pixelId} />
      </SiteFooter>
      <ChatBubble url={visitor?.config.chatUrl} />
      {visitor?.config.pixelId && (
        <Boundary fallback={null}>
          <Suspense>
            <PixelConsent pixelId={visitor.config.pixelId} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
