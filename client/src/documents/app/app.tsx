import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { OfflineNotice } from '#client/ui/offline-notice.tsx';
import { SiteFooter } from '#client/ui/plain/site-footer.tsx';
import { SkipLink } from '#client/ui/plain/skip-link.tsx';
import { PasswordQuestion } from '#client/features/sign-in/password-question.tsx';
import { ChatButton } from '#client/features/chat/chat-button.tsx';
import { PixelConsent } from '#client/features/consent/pixel-consent.tsx';
import { PrivacyChoices } from '#client/features/consent/privacy-choices.tsx';
import { usePixelId } from '#client/features/consent/use-pixel-id.ts';
import { useDialogHistory } from '#client/ui/dialog-history.ts';
import { linkManifest } from '#client/documents/pwa/install.ts';
import { createQueryClient } from './query-client.ts';
import { createApiClient, trpc } from '#client/api/trpc.ts';
import { Router } from './router.tsx';
import { UiProvider } from '#client/ui/provider.tsx';

/** The providers around all pages. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [apiClient] = useState(createApiClient);
  return (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </UiProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** The layout around every page. Keeps the document's language in sync. */
function Pages() {
  const { i18n } = useTranslation();
  const pixelId = usePixelId();
  useDialogHistory();
  useEffect(() => {
    document.documentElement.lang = i18n.language;
    linkManifest(i18n.language);
  }, [i18n.language]);
  return (
    <>
      <SkipLink />
      <OfflineNotice />
      <PixelConsent pixelId={pixelId} />
      <Router />
      <SiteFooter>
        <PrivacyChoices pixelId={pixelId} />
      </SiteFooter>
      <ChatButton />
      <PasswordQuestion />
    </>
  );
}
