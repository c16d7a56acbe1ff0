import { sharePath } from '#shared/shared-photo.ts';
import type { TFunction } from 'i18next';
import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';

const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** A share sheet knows photos by their type, HEIC ones in some systems only by their name. */
const sharedTypes = [
  ...['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
  ...['.heic', '.heif'],
];

/** How Memori appears on a home screen. The colours are those of the light palette. */
export function manifest(t: TFunction, language: Language): object {
  return {
    id: '/',
    name: t('brand'),
    short_name: t('brand'),
    description: t('landing.subtitle'),
    lang: language,
    start_url: href(language, 'create'),
    scope: '/',
    display: 'standalone',
    background_color: '#f4efe4',
    theme_color: '#f4efe4',
    icons,
    // Lists Memori in a phone's share sheet once it is installed; service-worker.ts receives what is shared.
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photo', accept: sharedTypes }] },
    },
  };
}
