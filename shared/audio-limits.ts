/** Limits of a user's own songs and spoken words. Their files have the size of photos at most. */
export const audioLimits = {
  /** By purpose. */
  maxSeconds: { music: 600, voice: 60 },
  /** Of all recordings that a user keeps. */
  maxKeptSeconds: 7200,
  mostListed: 100,
  /** Of what is spoken in one film. */
  maxSpokenSeconds: 600,
  /** Of the words that are shown as subtitles, in characters. */
  maxTextLength: 1000,
} as const;
