import type { RequestHandler } from 'express';

const canDecode = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Makes every path one that routes can decode: where its percent-encoding is wrong, percent signs stand for themselves.
 * No page and no procedure has such a path, so that it is answered like any unknown one.
 */
export const decodablePath: RequestHandler = (req, _res, next) => {
  const [path = ''] = req.url.split('?', 1);
  if (!canDecode(path)) req.url = path.replaceAll('%', '%25') + req.url.slice(path.length);
  next();
};
