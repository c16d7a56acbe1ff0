/** The path that plays a finished video: public, unguessable by its id. */
export const playbackPath = (taskId: string): string => `/api/public/video/${taskId}`;
/** The path of its first frame. */
export const posterPath = (taskId: string): string => `${playbackPath(taskId)}/poster.jpg`;
/** The path that downloads the file instead of playing it. */
export const downloadPath = (taskId: string): string => `${playbackPath(taskId)}?download=1`;
