import { closeSync, openSync, readSync } from 'node:fs';

/** Sockets that listen come before all others, in lines of 150 characters. */
const beginning = Buffer.alloc(16 * 1024);
const listening = '0A';

/** The beginning of a table of sockets, empty where there is none: on other systems, without IPv6, and where a container hides it. */
function read(table: string): string {
  try {
    const file = openSync(table, 'r');
    try {
      return beginning.toString('latin1', 0, readSync(file, beginning, 0, beginning.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/**
 * How many connections to a TCP port of this machine are made and wait to be accepted. libuv accepts one in each turn of the
 * event loop, so they are many where turns are long. Only Linux tells (proc(5), `/proc/net/tcp`); elsewhere 0.
 */
export function acceptQueueLength(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let length = 0;
  for (const line of `${read('/proc/net/tcp')}\n${read('/proc/net/tcp6')}`.split('\n')) {
    const [, local, , state, queues] = line.trim().split(/\s+/);
    if (state === listening && local?.endsWith(suffix)) length += Number.parseInt(queues!.split(':')[1]!, 16);
  }
  return length;
}
