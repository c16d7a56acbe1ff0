import './styles/mantine.css';
import './styles/palette.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/transitions.css';
import './styles/slow-start.css';
import './theme.ts';
import './i18n/index.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { confirmSharedPhotos, registerServiceWorker } from './lib/installed.ts';
import { scheduleExpiry } from './entities/outbox/storage.ts';
import { takePaymentReturn } from './lib/payment-return.ts';
import { reloading } from './lib/reloading.ts';

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
