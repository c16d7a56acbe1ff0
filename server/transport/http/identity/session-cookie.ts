import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { programLimits } from '#shared/program-limits.ts';
import { seconds } from '#shared/durations.ts';

interface CookieDeps {
  publicUrl: string;
}

const maxAgeSeconds = programLimits.session.absoluteDays * seconds.day;

function isHttps({ publicUrl }: CookieDeps): boolean {
  return publicUrl.startsWith('https:');
}

/**
 * `memori_session`, or `__Host-memori_session` with HTTPS: the prefix makes browsers reject one that a subdomain sets.
 */
export function sessionCookieName(deps: CookieDeps): string {
  return isHttps(deps) ? '__Host-memori_session' : 'memori_session';
}

function setCookie(deps: CookieDeps, res: Response, value: string, maxAge: number): void {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(deps), maxAge } as const;
  res.append('Set-Cookie', stringifySetCookie({ name: sessionCookieName(deps), value, ...cookie }));
}

/** The token that the browser sent; null if there is none, or it is malformed. */
export function readSessionToken(deps: CookieDeps, req: Pick<Request, 'headers'>): string | null {
  const token = parseCookie(req.headers.cookie ?? '')[sessionCookieName(deps)];
  return token && /^[a-z2-7]{32}$/.test(token) ? token : null;
}

/**
 * Sends the browser a session's token: HttpOnly, SameSite=Lax, Secure with HTTPS. The cookie lasts for 30 days; the
 * server decides when the session ends.
 */
export function writeSessionCookie(deps: CookieDeps, res: Response, token: string): void {
  setCookie(deps, res, token, maxAgeSeconds);
}

/** Deletes the token in the browser. */
export function clearSessionCookie(deps: CookieDeps, res: Response): void {
  setCookie(deps, res, '', 0);
}
