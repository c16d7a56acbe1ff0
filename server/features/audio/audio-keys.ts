/** The folder of all recordings in the storage. */
export const audioFolder = 'audio';

/** Everything that belongs to one recording is stored under this prefix. */
export const audioPrefix = (id: string): string => `${audioFolder}/${id}`;

/** The recording, as `conformRecording` makes it. */
export const audioKey = (id: string): string => `${audioPrefix(id)}/audio.m4a`;
