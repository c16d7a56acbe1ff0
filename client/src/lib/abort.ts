/** The error for an operation that the user stopped, the same as the browser's own APIs throw. */
export const aborted = (message: string) => new DOMException(message, 'AbortError');

/** Whether an operation failed because the user stopped it. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
