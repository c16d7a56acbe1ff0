import { MantineProvider, Tooltip } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { SiteFooter } from './components/site-footer.tsx';
import { ChatButton } from './features/chat/chat-button.tsx';
import { PixelConsent } from './features/pixel/pixel-consent.tsx';
import { PrivacyChoices } from './features/pixel/privacy-choices.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { createApiClient, trpc } from './lib/trpc.ts';
import { Router } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

/** Everything that surrounds the pages. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [apiClient] = useState(createApiClient);
  return (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
          <Tooltip.Group
            openDelay={limits.tooltip.openDelayMilliseconds}
            closeDelay={limits.tooltip.skipDelayMilliseconds}
          >
            <BrowserRouter>
              <SkipLink />
              <PixelConsent />
              <Router />
              <SiteFooter>
                <PrivacyChoices />
              </SiteFooter>
              <ChatButton />
            </BrowserRouter>
          </Tooltip.Group>
          <Notifications
            position="bottom-center"
            layout="stacked"
            limit={1}
            autoClose={limits.toast.milliseconds}
          />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** The first stop of the keyboard: past the header. Keeps the document's language in step as well. */
function SkipLink() {
  const { t, i18n } = useTranslation();
  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);
  return (
    <a href="#main" className="skipLink">
      {t('common.skip')}
    </a>
  );
}
