import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { programLimits } from '../../shared/program-limits.ts';

interface CookieDeps {
  publicUrl: string;
}

const maxAgeSeconds = programLimits.session.absoluteDays * 24 * 60 * 60;

function isHttps({ publicUrl }: CookieDeps): boolean {
  return publicUrl.startsWith('https:');
}

/** `memori_session`; behind HTTPS `__Host-memori_session`: the prefix makes browsers refuse one that a subdomain plants. */
export function sessionCookieName(deps: CookieDeps): string {
  return isHttps(deps) ? '__Host-memori_session' : 'memori_session';
}

function setCookie(deps: CookieDeps, res: Response, value: string, maxAge: number): void {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(deps), maxAge } as const;
  res.append('Set-Cookie', stringifySetCookie({ name: sessionCookieName(deps), value, ...cookie }));
}

/** The token that the browser sent; null if it sent none, or something that can't be one. */
export function readSessionToken(deps: CookieDeps, req: Pick<Request, 'headers'>): string | null {
  const token = parseCookie(req.headers.cookie ?? '')[sessionCookieName(deps)];
  return token && /^[a-z2-7]{32}$/.test(token) ? token : null;
}

/**
 * Hands the browser a session's token: HttpOnly, SameSite=Lax, Secure behind HTTPS. It keeps it for 30 days; when the
 * session really ends is the server's decision.
 */
export function writeSessionCookie(deps: CookieDeps, res: Response, token: string): void {
  setCookie(deps, res, token, maxAgeSeconds);
}

/** Makes the browser forget its token. */
export function clearSessionCookie(deps: CookieDeps, res: Response): void {
  setCookie(deps, res, '', 0);
}
