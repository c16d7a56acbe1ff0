import { Suspense, useState } from 'react';
import { Boundary } from '#client/ui/boundary.tsx';
import { href } from '#shared/pages.ts';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import { Account } from '#client/features/sign-in/account.tsx';
import { ChatBubble } from '#client/features/chat/chat-bubble.tsx';
import { AlbumDemo } from './sections/album-demo.tsx';
import { Comparison } from './sections/comparison.tsx';
import { Farewell } from './sections/farewell.tsx';
import { Faq } from './sections/faq.tsx';
import { FeatureCards } from './sections/feature-cards.tsx';
import { FinalCall } from './sections/final-call.tsx';
import { Hero } from './sections/hero.tsx';
import { LandingHeader } from './sections/landing-header.tsx';
import { Pricing } from './sections/pricing.tsx';
import { Showcase } from './sections/showcase.tsx';
import { SmallPrint } from './sections/small-print.tsx';
import { Stats } from './sections/stats.tsx';
import { Steps } from './sections/steps.tsx';
import { Testimonials } from './sections/testimonials.tsx';
import { TrySection } from './sections/try-section.tsx';
import { PrivacyChoices } from '#client/features/consent/privacy-choices.tsx';
import { TryIt } from '#client/features/try-it/try-it.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import type { Visitor } from '#client/entities/user/visitor.ts';
import classes from './landing-page.module.css';

// Loaded only if a pixel is configured.
const PixelConsent = lazyPart(() => import('#client/features/consent/pixel-consent.tsx'), 'PixelConsent');

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
