/** Asks a worker one question and ends it. Rejects if it fails. */
export async function askWorker<Answer>(worker: Worker, question: unknown): Promise<Answer> {
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker failed')));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
