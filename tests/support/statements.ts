import pg from 'pg';
import { vi } from 'vitest';

export interface StatementWatch extends Disposable {
  sent: string[];
  /**
   * Those that go through this pool from now on: what the server does in the background, every few seconds, has
   * connections of its own.
   */
  through(pool: pg.Pool): string[];
}

/**
 * Records every statement that the connections which this process opens from now on send to PostgreSQL, until it is
 * disposed.
 */
export function watchStatements(): StatementWatch {
  const sent: string[] = [];
  const listeners: ((client: pg.Client, text: string) => void)[] = [(_client, text) => void sent.push(text)];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    for (const listen of listeners) listen(this, typeof first === 'string' ? first : (first.text ?? ''));
    return Reflect.apply(query, this, args) as never;
  });
  return {
    sent,
    through(pool) {
      const [ofPool, texts] = [new WeakSet<object>(), [] as string[]];
      pool.on('acquire', (client) => void ofPool.add(client));
      listeners.push((client, text) => {
        if (ofPool.has(client)) texts.push(text);
      });
      return texts;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
