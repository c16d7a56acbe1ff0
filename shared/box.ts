/** The public data of a box, for anyone with its link. */
export interface OpenBox {
  name: string;
  /** Whether it asks for the story of a photo. */
  asksForStory: boolean;
  /** ISO 8601. */
  closesAt: string;
}

/** The states of a photo that was sent to a box. */
export const sentStates = ['waiting', 'making', 'ready', 'refused', 'failed'] as const;
export type SentState = (typeof sentStates)[number];

/** The state of a photo as shown to its sender, who has its secret. */
export interface SentPhoto {
  state: SentState;
  /** The video's id, once it is ready and visible. */
  videoId: string | null;
}

/** API path of a box, also used for sending photos to it. */
export const boxPath = (secret: string): string => `/api/box/${secret}`;
/** API path of a sent photo's state. */
export const sentPath = (secret: string): string => `/api/sent/${secret}`;
