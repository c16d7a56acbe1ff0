export const megabyte = 1024 * 1024;

/**
 * Repeats a call whose connection is reset: an answer that comes before the last byte of a request can be lost with the
 * connection.
 */
export async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isReset(error)) throw error;
    }
  }
}

function isReset(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code ?? '') || isReset(error.cause);
}

/** Resolves with its status. Throws Error if the server says that it is busy, and not for how long. */
export const ask = (url: string, init: RequestInit = {}): Promise<number> =>
  untilAnswered(async () => {
    const response = await fetch(url, init);
    const body = await response.text();
    if (response.status === 503 && !response.headers.has('retry-after'))
      throw new Error(`${url} answered 503: ${body}`);
    return response.status;
  });

export const asJson = (cookie: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { cookie, 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const many = (times: number, work: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: times }, (_each, index) => work(index)));
