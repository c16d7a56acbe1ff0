import type { ParseKeys } from 'i18next';
import { i18next } from '../i18n/index.ts';
import { errorCodeOf } from './error-code.ts';
import { showToast } from './toast.tsx';

/** What a toast says where a call fails. */
export interface Failure {
  title: ParseKeys;
  /** Where the server's code has no words of its own; null for no more than the title. Left out: to try again. */
  text?: ParseKeys | null;
  /** False to say `text` whatever the server's code. */
  byCode?: boolean;
}

/** Shows that something failed; where the server said why, in its words. */
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
 * A call with this is announced by the cache where it fails: in the same words whatever went wrong, or in those that suit
 * the error; null for none. `once`: not again while the same query goes on failing.
 */
type Meta = { failure?: Failure | ((error: unknown) => Failure | null); once?: true };

/** Shows that a call failed, as its `meta` says; nothing while the device is offline, which the page says once for all. */
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
