import { type ComponentType, Suspense, useEffect, ViewTransition } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { defaultLanguage } from '#shared/languages.ts';
import { type AppPage, appPageAt, appPages, pages, pagesThatAre } from '#shared/pages.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { BrokenPage } from '#client/entities/outbox/broken.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { SignedIn } from '#client/features/sign-in/signed-in.tsx';
import { detectLanguage, inLanguage } from '#client/i18n/language.ts';
import type { NavigationState } from '#client/lib/navigation-state.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { useReducedMotion } from '#client/lib/use-reduced-motion.ts';
import { LanguageRoute } from './language-route.tsx';

const load = {
  create: () => import('#client/pages/create.tsx'),
  packages: () => import('#client/pages/packages.tsx'),
  checkout: () => import('#client/pages/checkout.tsx'),
  withdraw: () => import('#client/pages/withdraw.tsx'),
  frames: () => import('#client/pages/frames.tsx'),
  account: () => import('#client/pages/account.tsx'),
  developers: () => import('#client/pages/developers.tsx'),
  boxes: () => import('#client/pages/boxes.tsx'),
  reset: () => import('#client/pages/reset.tsx'),
  verify: () => import('#client/pages/mail-link.tsx'),
  keep: () => import('#client/pages/mail-link.tsx'),
  mail: () => import('#client/pages/mail.tsx'),
} satisfies Record<AppPage, () => Promise<object>>;
const screens: Record<AppPage, ComponentType> = {
  create: lazyPart(load.create, 'CreatePage'),
  packages: lazyPart(load.packages, 'PackagesPage'),
  checkout: lazyPart(load.checkout, 'CheckoutPage'),
  withdraw: lazyPart(load.withdraw, 'WithdrawPage'),
  frames: lazyPart(load.frames, 'FramesPage'),
  account: lazyPart(load.account, 'AccountPage'),
  developers: lazyPart(load.developers, 'DevelopersPage'),
  boxes: lazyPart(load.boxes, 'BoxesPage'),
  reset: lazyPart(load.reset, 'ResetPage'),
  verify: lazyPart(load.verify, 'MailLinkPage'),
  keep: lazyPart(load.keep, 'MailLinkPage'),
  mail: lazyPart(load.mail, 'MailPage'),
};
const NotFoundPage = lazyPart(() => import('#client/pages/not-found.tsx'), 'NotFoundPage');

function routeOf(name: AppPage) {
  const Screen = screens[name];
  return <Route key={name} path={pages[name].path} element={<Screen />} />;
}
const routesFor = (signedIn: boolean) =>
  appPages.filter((name) => pages[name].signedIn === signedIn).map(routeOf);

const sameVisit: NavigationState = { keepFocus: true };

/** The app's routes. The landing page is a separate document. */
export function Router() {
  const { pathname } = useLocation();
  const page = appPageAt(pathname);
  // The same page in another language counts as the same place.
  const place = inLanguage(defaultLanguage, { pathname });
  const motion = useReducedMotion() ? 'none' : 'auto';
  useEffect(() => {
    // Loads in parallel with the session request; a failure here is shown when the page renders.
    if (page) load[page]().catch(() => undefined);
  }, [page]);
  return (
    // Pages cross-fade. The key also resets the error boundary, so that a broken page does not take the next one with
    // it.
    <ViewTransition key={place} default="none" enter={motion} exit={motion}>
      <Boundary fallback={<BrokenPage />}>
        <Suspense fallback={<Spinner />}>
          <Routes>
            {pagesThatAre('unprefixed').map((name) => (
              <Route key={name} path={pages[name].path} element={<ToOwnLanguage />} />
            ))}
            {/* One route for all languages: changing the language must not discard the page's state. */}
            <Route path=":language" element={<LanguageRoute otherwise={<NotFoundPage />} />}>
              <Route element={<SignedIn />}>{routesFor(true)}</Route>
              {routesFor(false)}
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </Suspense>
      </Boundary>
    </ViewTransition>
  );
}

/** Redirects to the same place under the visitor's language, keeping the query. */
function ToOwnLanguage() {
  const location = useLocation();
  return <Navigate to={inLanguage(detectLanguage(location.pathname), location)} replace state={sameVisit} />;
}
