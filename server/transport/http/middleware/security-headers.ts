import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The browser features that pages may use: those they need, and none of the others that can spy or charge. Lists only
 * features known to every Chromium, which logs warnings about others to the console. Sharing is allowed for same-origin
 * pages by default.
 */
const allowed = ['autoplay', 'fullscreen', 'picture-in-picture'];
const denied = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
  ...['xr-spatial-tracking'],
];

/** The Permissions-Policy of a page that may additionally use `more`. */
function permissionsWith(more: readonly string[] = []): string {
  return [
    ...[...allowed, ...more].map((feature) => `${feature}=(self)`),
    ...denied.filter((feature) => !more.includes(feature)).map((feature) => `${feature}=()`),
  ].join(', ');
}

const permissions = permissionsWith();

/** The Permissions-Policy of the app's documents, where people sign in, add passkeys and record voices for films. */
export const appPermissions = permissionsWith([
  'microphone',
  'publickey-credentials-create',
  'publickey-credentials-get',
]);

/**
 * Headers of a page whose address is a secret: no referrer, no indexing and no caching. It may use these browser features
 * besides those that every page may.
 */
export function secretPageHeaders(features: readonly string[] = []): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Permissions-Policy': permissionsWith(features),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
}

/**
 * Headers for every answer. Nothing is loaded from other hosts, except Meta's pixel if one is configured. Mantine and
 * the dropzone set style attributes and style tags, so inline styles are allowed, but never inline scripts. In
 * development Vite's hot reload needs inline scripts.
 */
export function securityHeaders({
  https,
  dev,
  pixel = false,
}: {
  https: boolean;
  dev: boolean;
  pixel?: boolean;
}): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void {
  const pixelScript = pixel ? ['https://connect.facebook.net'] : [];
  const pixelCalls = pixel ? ['https://www.facebook.com'] : [];
  const rest = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(dev ? ["'unsafe-inline'"] : []), ...pixelScript],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...pixelCalls],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(dev ? ['ws:'] : []), ...pixelCalls],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions);
    rest(req, res, next);
  };
}
