/** The folder of all tasks in the storage. */
export const tasksPrefix = 'tasks';

/** Everything that belongs to one task lies under this prefix. */
export const taskPrefix = (taskId: string): string => `${tasksPrefix}/${taskId}`;

/** The prepared photo. */
export const photoKey = (taskId: string): string => `${taskPrefix(taskId)}/photo.jpg`;

/** The folder of all movements that were made besides a task's first. */
export const movementsPrefix = 'movements';

/** Everything that belongs to one of them lies under this prefix. */
export const movementPrefix = (movementId: string): string => `${movementsPrefix}/${movementId}`;

/** What one run made; a task that runs twice has two such prefixes until one of them wins. */
export const runPrefix = (taskId: string, runId: string): string => `${taskPrefix(taskId)}/${runId}`;
