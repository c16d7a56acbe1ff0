import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the usual ephemeral range: an outgoing connection could take the port while the server is down. */
const portRange = { from: 20_000, to: 30_000 } as const;

/** A free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portRange.from, portRange.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer().on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
