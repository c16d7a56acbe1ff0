import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { defaultLanguage } from '../../shared/languages.ts';
import { type AppPage, appPages, pages, pagesThatAre } from '../../shared/pages.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Waiting } from './components/waiting.tsx';
import { SignedIn } from './features/auth/signed-in.tsx';
import { detectLanguage, inLanguage } from './i18n/language.ts';
import type { Arrival } from './lib/arrival.ts';
import { LanguageRoute } from './language-route.tsx';

const screens: Record<AppPage, ComponentType> = {
  create: lazy(() => import('./pages/create.tsx')),
  packages: lazy(() => import('./pages/packages.tsx')),
  checkout: lazy(() => import('./pages/checkout.tsx')),
  mail: lazy(() => import('./pages/mail.tsx')),
};
const NotFoundPage = lazy(() => import('./pages/not-found.tsx'));

function routeOf(name: AppPage) {
  const Screen = screens[name];
  return <Route key={name} path={pages[name].path} element={<Screen />} />;
}

const sameVisit: Arrival = { keepFocus: true };

/** Every address of the app, and what stands there. The landing page is a document of its own. */
export function Router() {
  const { pathname } = useLocation();
  return (
    // A page that broke must not take the next one with it; another language is the same page.
    <ErrorBoundary key={inLanguage(defaultLanguage, { pathname })}>
      <Suspense fallback={<Waiting />}>
        <Routes>
          {pagesThatAre('unprefixed').map((name) => (
            <Route key={name} path={pages[name].path} element={<ToOwnLanguage />} />
          ))}
          {/* One route for all languages: a change of language must not throw away what the page holds. */}
          <Route path=":language" element={<LanguageRoute otherwise={<NotFoundPage />} />}>
            <Route element={<SignedIn />}>
              {appPages.filter((name) => pages[name].signedIn).map(routeOf)}
            </Route>
            {appPages.filter((name) => !pages[name].signedIn).map(routeOf)}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The same place under the visitor's language, the query kept. */
function ToOwnLanguage() {
  const location = useLocation();
  return <Navigate to={inLanguage(detectLanguage(location.pathname), location)} replace state={sameVisit} />;
}
