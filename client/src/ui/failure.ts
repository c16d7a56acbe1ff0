import type { ParseKeys } from 'i18next';
import { i18next } from '#client/i18n/index.ts';
import { errorCodeOf } from '#client/api/error-code.ts';
import { showToast } from './toast.tsx';

/** What a toast shows when a call fails. */
export interface Failure {
  title: ParseKeys;
  /** Used if the server's code has no text of its own; null to show only the title. Defaults to "please try again". */
  text?: ParseKeys | null;
  /** False to show `text` whatever the server's code. */
  byCode?: boolean;
}

/** Shows that something failed, with the text of the server's error code if there is one. */
export function showFailure(
  { title, text = 'common.pleaseTryAgain', byCode = true }: Failure,
  error?: unknown,
): void {
  const code = byCode && text !== null ? errorCodeOf(error) : null;
  const key = code ? (`errors.${code}` as const) : text;
  showToast({
    title: i18next.t(title),
    ...(key !== null && { message: i18next.t(key) }),
    tone: 'destructive',
  });
}

/**
 * Calls with this meta are announced by the cache when they fail: with a fixed text, or one chosen by the error (null
 * to stay silent). `once`: not again while the same query keeps failing.
 */
type Meta = { failure?: Failure | ((error: unknown) => Failure | null); once?: true };

/**
 * Shows that a call failed, as its `meta` says; silent while the device is offline, which the page shows in one place.
 */
export function announceFailure(meta: Meta | undefined, error: unknown): void {
  if (!navigator.onLine && errorCodeOf(error) === null) return;
  const failure = typeof meta?.failure === 'function' ? meta.failure(error) : meta?.failure;
  if (failure) showFailure(failure, error);
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Meta;
    queryMeta: Meta;
  }
}
