import '#client/ui/styles/mantine.css';
import '#client/ui/styles/palette.css';
import '#client/ui/styles/fonts.css';
import '#client/ui/styles/base.css';
import '#client/ui/styles/transitions.css';
import '#client/ui/styles/slow-start.css';
import '#client/ui/theme.ts';
import '#client/i18n/index.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { registerServiceWorker } from '#client/documents/pwa/install.ts';
import { confirmSharedPhotos } from '#client/entities/outbox/shared-photos.ts';
import { scheduleExpiry } from '#client/entities/outbox/storage.ts';
import { takePaymentReturn } from '#client/entities/purchase/payment-return.ts';
import { reloading } from '#client/lib/session-flags.ts';

takePaymentReturn();
confirmSharedPhotos();
scheduleExpiry();
reloading.remove();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
