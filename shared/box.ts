/** What whoever has the link of a box sees of it. */
export interface OpenBox {
  name: string;
  /** ISO 8601. */
  closesAt: string;
}

/** What has become of a photo that was sent to a box. */
export const sentStates = ['waiting', 'making', 'ready', 'refused', 'failed'] as const;
export type SentState = (typeof sentStates)[number];

/** What a sender learns of a photo, by its secret. */
export interface SentPhoto {
  state: SentState;
  /** Of the video, once it is there and can be seen. */
  videoId: string | null;
}

/** Where a box is asked for, and where its photos go. */
export const boxPath = (secret: string): string => `/api/box/${secret}`;
/** Where a sender asks what has become of a photo. */
export const sentPath = (secret: string): string => `/api/sent/${secret}`;
