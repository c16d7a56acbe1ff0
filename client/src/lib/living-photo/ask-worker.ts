/**
 * Sends a worker one question, then terminates it. Rejects if it fails or does not answer within this many
 * milliseconds.
 */
export async function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  within: number | null = null,
): Promise<Answer> {
  const answer = Promise.withResolvers<Answer>();
  const late = () => answer.reject(new Error('The worker took too long'));
  const timer = within === null ? undefined : setTimeout(late, within);
  try {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => answer.resolve(data));
    worker.addEventListener('error', () => answer.reject(new Error('The worker failed')));
    worker.postMessage(question);
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
