import { closeSync, openSync, readSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';

/** Listening sockets come first in the table, in lines of 150 characters. */
const beginning = Buffer.alloc(16 * 1024);
const listening = '0A';

/**
 * The beginning of a socket table; empty if there is none: on other systems, without IPv6, or hidden by a container.
 */
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
 * The length of the accept queue of a TCP port on this machine. libuv accepts one connection per event loop iteration,
 * so the queue grows when iterations are slow. Only Linux provides this (proc(5), `/proc/net/tcp`); 0 elsewhere.
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

/**
 * Returns a function for the length of a listening server's accept queue. It is read only if a connection was accepted
 * since the last call: each turn of the event loop accepts one while there are any, so otherwise the length is 0. Reading
 * takes the kernel milliseconds.
 */
export function createQueueGauge(server: Server, read = acceptQueueLength): () => number {
  const { port } = server.address() as AddressInfo;
  let accepted = false;
  server.on('connection', () => {
    accepted = true;
  });
  return () => {
    if (!accepted) return 0;
    accepted = false;
    return read(port);
  };
}
