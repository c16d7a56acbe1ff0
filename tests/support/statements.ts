import pg from 'pg';
import { vi } from 'vitest';

/**
 * Records every statement that the connections which this process opens from now on send to PostgreSQL, until it is
 * disposed.
 */
export function watchStatements(): Disposable & { sent: string[] } {
  const sent: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    sent.push(typeof first === 'string' ? first : (first.text ?? ''));
    return Reflect.apply(query, this, args) as never;
  });
  return { sent, [Symbol.dispose]: () => spy.mockRestore() };
}
