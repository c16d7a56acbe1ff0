/** Every film has both, with the same frames: one with the Memori mark, one without. */
export const renditions = ['watermarked', 'clean'] as const;
export type Rendition = (typeof renditions)[number];

/** A smaller version of a rendition for messengers, only made if the film is too large for them. */
export type SmallRendition = `${Rendition}-small`;
export const smallOf = (rendition: Rendition): SmallRendition => `${rendition}-small`;

/** All kinds of files of a film. */
export type StoredRendition = Rendition | SmallRendition;
