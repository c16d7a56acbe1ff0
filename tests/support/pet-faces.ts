import { readFileSync } from 'node:fs';
import { readCascades } from '#shared/vision/cascade.ts';

const file = readFileSync(new URL('../../shared/vision/models/cat-faces.bin', import.meta.url));

/** The cascades that come with the project. */
export const petFaces = readCascades(Uint8Array.from(file).buffer);
