/** Every film has both, with the same frames: one with the Memori mark, one without. */
export const renditions = ['watermarked', 'clean'] as const;
export type Rendition = (typeof renditions)[number];

/** A rendition once more, small enough for messengers: only of films that are too large for them. */
export type SmallRendition = `${Rendition}-small`;
export const smallOf = (rendition: Rendition): SmallRendition => `${rendition}-small`;

/** What one file of a film is. */
export type StoredRendition = Rendition | SmallRendition;
