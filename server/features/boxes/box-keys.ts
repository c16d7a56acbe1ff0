/** The folder of all box photos. */
export const boxesPrefix = 'boxes';

/** Everything that belongs to one box photo is stored under this prefix. */
export const boxPhotoPrefix = (id: string): string => `${boxesPrefix}/${id}`;

/** The photo, prepared as for a task. */
export const boxPhotoKey = (id: string): string => `${boxPhotoPrefix(id)}/photo.jpg`;

/** The story that was told with it, as `conformRecording` makes it. */
export const boxStoryKey = (id: string): string => `${boxPhotoPrefix(id)}/story.m4a`;
