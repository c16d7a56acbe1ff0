import { setTimeout as delay } from 'node:timers/promises';

/** The memory of a Node process after garbage collection, in megabytes. */
export interface Memory {
  resident: number;
  heap: number;
}

/** Inspects a Node process that was started with `--inspect` on a local port. */
export interface Inspector {
  memory(): Promise<Memory>;
  close(): void;
}

interface Answer {
  id: number;
  result?: { result?: { value?: string } };
  error?: { message: string };
}

/** Connects through the Chrome DevTools protocol as soon as the process listens. */
export async function inspect(port: number): Promise<Inspector> {
  const socket = new WebSocket(await debuggerUrl(port));
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('The process can not be inspected.')));
  await opened.promise;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The process has ended.'));
  });
  let id = 0;
  const call = (method: string, params: object = {}): Promise<Answer> => {
    const answered = Promise.withResolvers<Answer>();
    waiting.set((id += 1), answered);
    socket.send(JSON.stringify({ id, method, params }));
    return answered.promise;
  };
  return {
    async memory() {
      await call('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result, error } = await call('Runtime.evaluate', { expression, returnByValue: true });
      if (error) throw new Error(error.message);
      const { rss, heapUsed } = JSON.parse(result?.result?.value ?? '') as NodeJS.MemoryUsage;
      return { resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20 };
    },
    close: () => socket.close(),
  };
}

async function debuggerUrl(port: number): Promise<string> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    if (answer) return ((await answer.json()) as { webSocketDebuggerUrl: string }[])[0]!.webSocketDebuggerUrl;
    if (Date.now() > deadline) throw new Error(`Nothing can be inspected at port ${port}.`);
    await delay(50);
  }
}
