import { type ComponentType, Suspense, useEffect, ViewTransition } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { defaultLanguage } from '#shared/languages.ts';
import { type AppPage, appPageAt, appPages, pages, pagesThatAre } from '#shared/pages.ts';
import { Boundary } from './components/boundary.tsx';
import { BrokenPage } from './components/broken.tsx';
import { Spinner } from './components/spinner.tsx';
import { SignedIn } from './features/auth/signed-in.tsx';
import { detectLanguage, inLanguage } from './i18n/language.ts';
import type { NavigationState } from './lib/navigation-state.ts';
import { lazyPart } from './lib/lazy-part.ts';
import { useReducedMotion } from './lib/use-reduced-motion.ts';
import { LanguageRoute } from './language-route.tsx';

const load = {
  create: () => import('./pages/create.tsx'),
  packages: () => import('./pages/packages.tsx'),
  checkout: () => import('./pages/checkout.tsx'),
  withdraw: () => import('./pages/withdraw.tsx'),
  frames: () => import('./pages/frames.tsx'),
  account: () => import('./pages/account.tsx'),
  developers: () => import('./pages/developers.tsx'),
  boxes: () => import('./pages/boxes.tsx'),
  reset: () => import('./pages/reset.tsx'),
  verify: () => import('./pages/mail-link.tsx'),
  keep: () => import('./pages/mail-link.tsx'),
  mail: () => import('./pages/mail.tsx'),
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
const NotFoundPage = lazyPart(() => import('./pages/not-found.tsx'), 'NotFoundPage');

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
