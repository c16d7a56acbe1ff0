import { useEffect, useRef } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import type { CameraMovement } from '#shared/motion/movements.ts';
import type { Movements } from '#shared/schemas/video.ts';
import { putData } from '#client/api/put-data.ts';
import { renewRenditions } from '#client/entities/film/renditions.ts';
import { trpc } from '#client/api/trpc.ts';

/** The movements available for a video, and a function to choose one; players switch as soon as it is ready. */
export function useMovements(taskId: string): {
  movements: Movements | undefined;
  choose: (motion: CameraMovement) => void;
} {
  const utils = trpc.useUtils();
  const { data } = trpc.video.movements.useQuery(
    { taskId },
    {
      // Changes are pushed; this covers failures of the push.
      refetchInterval: ({ state }) =>
        state.data?.movements.some(({ state: at }) => at === 'making') &&
        appLimits.polling.statusSeconds * 1000,
    },
  );
  const { mutate } = trpc.video.move.useMutation({
    meta: { failure: { title: 'movements.failed', text: null } },
    onSuccess: (movements) => putData(utils.video.movements, { taskId }, movements),
  });
  const shown = data?.shown;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && before.current !== shown) renewRenditions();
    before.current = shown;
  }, [shown]);
  return { movements: data, choose: (motion) => mutate({ taskId, motion }) };
}
