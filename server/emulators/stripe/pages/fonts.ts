import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** Where the pages load their fonts from; the sandbox is mounted there. */
export const fontsPath = '/sandbox/stripe/fonts';

const folder = path.resolve(import.meta.dirname, '../../../../client/src/assets/fonts');

/** Memori's fonts, from the client's sources. Without them, the pages use system fonts. */
export const fonts: RequestHandler = express.static(folder, { index: false, maxAge: '1h' });
