import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { appLimits } from '#shared/app-limits.ts';
import { OfflineNotice } from './components/offline-notice.tsx';
import { SiteFooter } from './components/site-footer.tsx';
import { SkipLink } from './components/skip-link.tsx';
import { PasswordQuestion } from './features/auth/password-question.tsx';
import { ChatButton } from './features/chat/chat-button.tsx';
import { PixelConsent } from './features/pixel/pixel-consent.tsx';
import { PrivacyChoices } from './features/pixel/privacy-choices.tsx';
import { usePixelId } from './features/pixel/use-pixel-id.ts';
import { useDialogHistory } from './lib/dialog-history.ts';
import { linkManifest } from './lib/installed.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createApiClient, trpc } from './lib/trpc.ts';
import { Router } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

/** The providers around all pages. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [apiClient] = useState(createApiClient);
  return (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
          <Notifications
            position="bottom-center"
            layout="stacked"
            limit={1}
            autoClose={appLimits.toast.milliseconds}
          />
        </MantineProvider>
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
