/** Where a finished video is played from: a public path, unguessable by its id. */
export const playbackPath = (taskId: string): string => `/api/public/video/${taskId}`;
/** Its first frame. */
export const posterPath = (taskId: string): string => `${playbackPath(taskId)}/poster.jpg`;
/** The file, to be saved rather than played. */
export const downloadPath = (taskId: string): string => `${playbackPath(taskId)}?download=1`;
