/** Every film has both, with the same frames: one with the Memori mark, one without. */
export const renditions = ['watermarked', 'clean'] as const;
export type Rendition = (typeof renditions)[number];
