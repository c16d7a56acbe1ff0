import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to Memori that a test can cut, or on which it can delay responses. */
export interface Wire {
  /** The address at which it forwards to Memori. */
  url: string;
  /** Whether uploads are cut in the middle of their body: all, or all after the first one. */
  cutsUploads: boolean | 'after one';
  /** Whether uploads arrive, but the connection is lost before their response. */
  losesAnswers: boolean;
  /** Holds back the responses to uploads until the returned function is called. */
  holdAnswers(): () => void;
  close(): Promise<void>;
}

const isUpload = (data: Buffer) => data.includes('POST /api/video/generate ');

/** Starts a TCP proxy to a Memori on this machine. */
export async function layWire(memoriUrl: string): Promise<Wire> {
  const port = Number(new URL(memoriUrl).port);
  const sockets = new Set<Socket>();
  let held: Promise<void> | null = null;
  const server = createServer((browser) => {
    const memori = connect(port, '127.0.0.1');
    let answersAfter: Promise<void> | null = null;
    let isUploading = false;
    for (const [one, other] of [
      [browser, memori],
      [memori, browser],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    browser.on('data', (data) => {
      const upload = isUpload(data);
      if (upload) answersAfter = held;
      isUploading ||= upload;
      memori.write(data);
      // A reset, as from a lost network: neither side gets a regular end.
      if (upload && wire.cutsUploads === 'after one') wire.cutsUploads = true;
      else if (upload && wire.cutsUploads) browser.resetAndDestroy();
    });
    memori.on('data', (data) => {
      if (isUploading && wire.losesAnswers) browser.resetAndDestroy();
      else if (answersAfter) void answersAfter.then(() => browser.write(data));
      else browser.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutsUploads: false,
    losesAnswers: false,
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return wire;
}
