import { subscribe } from 'node:diagnostics_channel';
import { isIP, type Socket } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';

/** This file runs again for each test file, in a shared process: it subscribes only once. */
const shared = globalThis as { memoriComplaints?: string[]; memoriLastTest?: string };
const complaints = (shared.memoriComplaints ??= listen());

function listen(): string[] {
  const messages: string[] = [];
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    const refuse = (host: string) => {
      if (!isThisMachine(host)) messages.push(`a connection beyond this machine: ${host}`);
    };
    // Connections blocked by our own rule, or to names without an address, were never made.
    socket.on('lookup', (error, _address, _family, host) => {
      if (!['ForbiddenAddressError', 'UnresolvedNameError'].includes(error?.name ?? '')) refuse(host);
    });
    socket.on('connectionAttempt', (address: string) => refuse(address));
  });
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...args: unknown[]) => {
      messages.push(`console.${level}: ${args.map(String).join(' ')}`);
      print(...args);
    };
  }
  return messages;
}

function isThisMachine(host: string): boolean {
  if (isIP(host) === 0) return host === 'localhost';
  return host === '::1' || /^(::ffff:)?127\./.test(host);
}

// What comes late, after the end of a test, maybe of another file, does not count as said by the next one.
beforeEach(() => {
  const { currentTestName, testPath } = expect.getState();
  const late = complaints.splice(0);
  const former = shared.memoriLastTest;
  shared.memoriLastTest = `${testPath} > ${currentTestName}`;
  if (late.length > 0)
    throw new Error([`before this test, since the end of ${former ?? 'none'}:`, ...late].join('\n'));
});

// Fails a test if anything was logged to the console, or any connection left this machine, while it ran.
afterEach(() => {
  const heard = complaints.splice(0);
  if (heard.length > 0) throw new Error(heard.join('\n'));
});
