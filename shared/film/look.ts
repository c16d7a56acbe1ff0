/** How long an album's film shows each video. `even`: as long as the video is, whatever the music does. */
export const paces = ['even', 'calm', 'natural', 'lively'] as const;
export type Pace = (typeof paces)[number];

/** The paces whose cuts lie on bar lines. */
export const musicalPaces = ['calm', 'natural', 'lively'] as const satisfies readonly Pace[];
export type MusicalPace = (typeof musicalPaces)[number];

/** The shapes of a film. `auto`: that of its videos. */
export const filmFormats = ['auto', '16:9', '9:16', '1:1'] as const;
export type FilmFormat = (typeof filmFormats)[number];

/** `short`: for a status, at most `shortFilmSeconds`. */
export const filmLengths = ['full', 'short'] as const;
export type FilmLength = (typeof filmLengths)[number];

/** The longest short film, in seconds. */
export const shortFilmSeconds = 30;

/** Seconds from one cut to the next that a pace aims at. */
export const paceSeconds: Record<MusicalPace, number> = { calm: 8, natural: 6, lively: 4 };

/** Seconds that a caption is seen after its video's crossfade, and of them to appear and to disappear each. */
export const captionSeconds = 4;
export const captionFadeSeconds = 0.4;

/** Seconds that a title card or a closing card is shown; the closing card until the music has rung out. */
export const cardSeconds = 4;
