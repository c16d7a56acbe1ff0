/** Where a task's video is served to anybody who has its id. */
export function publicVideoPath(taskId: string): string {
  return `/api/public/video/${taskId}`;
}
