/**
 * Sends a worker one question, then terminates it. Rejects if it fails or does not answer within this many
 * milliseconds.
 */
export async function callWorker<Answer>(
  worker: Worker,
  request: unknown,
  within: number | null = null,
): Promise<Answer> {
  const response = Promise.withResolvers<Answer>();
  const late = () => response.reject(new Error('The worker took too long'));
  const timer = within === null ? undefined : setTimeout(late, within);
  try {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => response.resolve(data));
    worker.addEventListener('error', () => response.reject(new Error('The worker failed')));
    worker.postMessage(request);
    return await response.promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
