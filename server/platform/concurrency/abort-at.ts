/** A signal that aborts with `reason` at the given time, unless it is disposed of first. */
export function abortAt(time: Date, reason: Error): Disposable & { signal: AbortSignal } {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(reason), Math.max(0, time.getTime() - Date.now()));
  return { signal: abort.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
