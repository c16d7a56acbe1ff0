/** The folder of all tasks in the storage. */
export const tasksPrefix = 'tasks';

/** Everything that belongs to one task is stored under this prefix. */
export const taskPrefix = (taskId: string): string => `${tasksPrefix}/${taskId}`;

/** The prepared photo. */
export const photoKey = (taskId: string): string => `${taskPrefix(taskId)}/photo.jpg`;

/** The folder of all additional movements of tasks. */
export const variantsFolder = 'movements';

/** Everything that belongs to one movement is stored under this prefix. */
export const variantPrefix = (variantId: string): string => `${variantsFolder}/${variantId}`;

/** The output of one run; a task that runs twice has two such prefixes until one run wins. */
export const runPrefix = (taskId: string, runId: string): string => `${taskPrefix(taskId)}/${runId}`;

/** The path that plays a finished video: public, unguessable by its id. */
export const playbackPath = (taskId: string): string => `/api/public/video/${taskId}`;
/** The path of its first frame. */
export const posterPath = (taskId: string): string => `${playbackPath(taskId)}/poster.jpg`;
/** The path that downloads the file instead of playing it. */
export const downloadPath = (taskId: string): string => `${playbackPath(taskId)}?download=1`;
