import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below what systems give to outgoing connections: one of those could take the port while the server is away. */
const portRange = { from: 20_000, to: 30_000 } as const;

/** A port of the loopback that nobody listens at. */
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
