import { secretPages } from '../../../shared/secret-page.ts';

/** The path segment after these grants access to anyone who knows it: `/it/frame/…`, `/api/frame/…/video/…`. */
const secretInPath = new RegExp(`^(/[^/]+/(?:${secretPages.join('|')})/)[^/]+`);

/** A path with its query and secrets removed: the only form in which the log contains paths (logger.ts). */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(secretInPath, '$1[secret]');
