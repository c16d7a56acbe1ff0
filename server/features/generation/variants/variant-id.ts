import type { CameraMovement } from '../../../../shared/motion/movements.ts';

/** The id of a task's movement; a task can have each movement once. */
export const variantId = (taskId: string, motion: CameraMovement): string => `${taskId}-${motion}`;

/** The task and the movement that an id names. */
export function readVariantId(id: string): { taskId: string; motion: CameraMovement } {
  const end = id.indexOf('-');
  return { taskId: id.slice(0, end), motion: id.slice(end + 1) as CameraMovement };
}
