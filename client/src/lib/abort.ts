/** What is thrown where a person has stopped something, as the browser's own calls throw it. */
export const aborted = (message: string) => new DOMException(message, 'AbortError');

/** Whether something ended because a person stopped it. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
