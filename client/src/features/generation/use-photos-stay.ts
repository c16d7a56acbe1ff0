import { trpc } from '../../lib/trpc.ts';

/** Whether no photo leaves the operator's machines; undefined until that is known. */
export function usePhotosStay(): boolean | undefined {
  return trpc.config.get.useQuery().data?.photosStay;
}
