import { Suspense, useState } from 'react';
import { Boundary } from '#client/components/boundary.tsx';
import { href } from '#shared/pages.ts';
import { SiteFooter } from '#client/components/site-footer.tsx';
import { SkipLink } from '#client/components/skip-link.tsx';
import { Account } from '#client/features/auth/account.tsx';
import { ChatBubble } from '#client/features/chat/chat-bubble.tsx';
import { AlbumDemo } from '#client/features/landing/album-demo.tsx';
import { Comparison } from '#client/features/landing/comparison.tsx';
import { Farewell } from '#client/features/landing/farewell.tsx';
import { Faq } from '#client/features/landing/faq.tsx';
import { FeatureCards } from '#client/features/landing/feature-cards.tsx';
import { FinalCall } from '#client/features/landing/final-call.tsx';
import { Hero } from '#client/features/landing/hero.tsx';
import { LandingHeader } from '#client/features/landing/landing-header.tsx';
import { Pricing } from '#client/features/landing/pricing.tsx';
import { Showcase } from '#client/features/landing/showcase.tsx';
import { SmallPrint } from '#client/features/landing/small-print.tsx';
import { Stats } from '#client/features/landing/stats.tsx';
import { Steps } from '#client/features/landing/steps.tsx';
import { Testimonials } from '#client/features/landing/testimonials.tsx';
import { TrySection } from '#client/features/landing/try-section.tsx';
import { PrivacyChoices } from '#client/features/pixel/privacy-choices.tsx';
import { TryIt } from '#client/features/try-it/try-it.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import type { Visitor } from '#client/landing/visitor.ts';
import classes from './landing.module.css';

// Loaded only if a pixel is configured.
const PixelConsent = lazyPart(() => import('#client/features/pixel/pixel-consent.tsx'), 'PixelConsent');

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
