import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { defaultLanguage, languages } from '../../shared/languages.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Waiting } from './components/waiting.tsx';
import { detectLanguage, inLanguage } from './i18n/language.ts';
import { LanguageRoute } from './language-route.tsx';

const LandingPage = lazy(() => import('./pages/landing.tsx'));
const CreatePage = lazy(() => import('./pages/create.tsx'));
const PackagesPage = lazy(() => import('./pages/packages.tsx'));
const CheckoutPage = lazy(() => import('./pages/checkout.tsx'));
const NotFoundPage = lazy(() => import('./pages/not-found.tsx'));

const unprefixed = ['create', 'packages', 'checkout'];

/** Every address of the product, and what stands there. */
export function Router() {
  const { pathname } = useLocation();
  return (
    // A page that broke must not take the next one with it.
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route
            path="/"
            element={
              <Navigate to={`/${defaultLanguage}`} replace state={{ unasked: true, keepFocus: true }} />
            }
          />
          {languages.map((language) => (
            <Route key={language} path={language} element={<LanguageRoute language={language} />}>
              <Route index element={<LandingPage />} />
              <Route path="create" element={<CreatePage />} />
              <Route path="packages" element={<PackagesPage />} />
              <Route path="checkout" element={<CheckoutPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          ))}
          {unprefixed.map((path) => (
            <Route key={path} path={path} element={<ToOwnLanguage />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The same place under the visitor's language, the query kept. */
function ToOwnLanguage() {
  const location = useLocation();
  return (
    <Navigate
      to={inLanguage(detectLanguage(location.pathname), location)}
      replace
      state={{ keepFocus: true }}
    />
  );
}
