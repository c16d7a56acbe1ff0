import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** Where the pages find their fonts; the sandbox is mounted there. */
export const fontsPath = '/sandbox/stripe/fonts';

const folder = path.resolve(import.meta.dirname, '../../../../client/src/assets/fonts');

/** Memori's fonts, from the client's sources. Without these the pages are set in the system's. */
export const fonts: RequestHandler = express.static(folder, { index: false, maxAge: '1h' });
