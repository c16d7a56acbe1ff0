import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { etagOf } from '#server/platform/etag.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import type { DrawnPicture, FileResponse, StreamedFile } from '#server/rpc/file-response.ts';
import { sendMedia } from './media.ts';

/** Sends what an operation has answered. Throws AppError `not_found` if its stored object is gone. */
export async function sendFile(
  storage: Storage,
  req: Request,
  res: Response,
  file: FileResponse,
): Promise<void> {
  switch (file.kind) {
    case 'stored':
      return sendMedia(storage, req, res, file);
    case 'drawn':
      return sendDrawn(req, res, file);
    case 'streamed':
      return sendStreamed(res, file);
    case 'page':
      res.set('Referrer-Policy', 'no-referrer').type('html').send(file.html);
  }
}

async function sendDrawn(req: Request, res: Response, { identity, draw }: DrawnPicture): Promise<void> {
  res.set({
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etagOf(identity),
  });
  if (req.fresh) return void res.status(304).end();
  res.type('jpg').send(await draw());
}

async function sendStreamed(res: Response, { contentType, filename, body }: StreamedFile): Promise<void> {
  res.set({
    'Cache-Control': 'no-store',
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(filename, { type: 'attachment' }),
    'X-Content-Type-Options': 'nosniff',
  });
  await pipeline(body, res);
}
