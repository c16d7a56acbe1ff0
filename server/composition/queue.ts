import { catalogue } from '../catalogue.ts';
import { type JobQueue, openJobQueue, type OpenJobQueueOptions } from '../platform/jobs/queue.ts';

/** Opens the queue of all jobs in the catalogue. See `openJobQueue`. */
export const openQueue = (options: Omit<OpenJobQueueOptions, 'catalogue'>): Promise<JobQueue> =>
  openJobQueue({ ...options, catalogue });
