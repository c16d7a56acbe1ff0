import { EventEmitter, once } from 'node:events';

type Task = () => Promise<void>;

/** Runs tasks in order, with limited concurrency. */
export interface SendQueue {
  push(task: Task): void;
  busy(): boolean;
  /** Resolves when `over` returns true; checked after every task, and at `close`. */
  until(over: () => boolean): Promise<void>;
  /** Stops running further tasks. */
  close(): void;
}

/** Tasks must not throw. */
export function createSendQueue(atOnce: number): SendQueue {
  const waiting: Task[] = [];
  const ends = new EventEmitter().setMaxListeners(0);
  let running = 0;
  let closed = false;

  function pump(): void {
    while (!closed && running < atOnce) {
      const task = waiting.shift();
      if (!task) return;
      running += 1;
      void task().finally(() => {
        running -= 1;
        pump();
        ends.emit('end');
      });
    }
  }

  return {
    push(task) {
      waiting.push(task);
      pump();
    },
    busy: () => running + waiting.length > 0,
    async until(over) {
      while (!closed && !over()) await once(ends, 'end');
    },
    close() {
      closed = true;
      waiting.length = 0;
      ends.emit('end');
    },
  };
}
