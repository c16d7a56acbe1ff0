import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { sendByteRanges } from './byte-ranges.ts';

test('a client that disconnects before the first byte leaves no file open', async () => {
  const body = createReadStream(import.meta.filename);
  await once(body, 'open');
  const opening = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<void>();
  const app = express().get('/', (req, res) => {
    const open = async () => {
      opening.resolve();
      await once(res, 'close');
      return { bytes: 10, span: null, body };
    };
    const source = { etag: '"a"', headers: {}, size: async () => 10, open };
    sendByteRanges(req, res, source).then(handled.resolve, handled.reject);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const viewer = get({ port: (server.address() as AddressInfo).port }).on('error', () => {});
  await opening.promise;
  viewer.destroy();
  await handled.promise;
  expect(body.destroyed).toBe(true);
  server.close();
});
