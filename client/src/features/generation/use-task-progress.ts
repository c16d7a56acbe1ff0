import { skipToken } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/limits.ts';
import type { TaskProgress } from '../../../../shared/schemas/video.ts';
import { isFinal } from '../../../../shared/status.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showToast } from '../../lib/toast.ts';
import { trpc } from '../../lib/trpc.ts';
import { advance, type ProgressState, startProgress, tick } from './progress.ts';

type Action = { news: TaskProgress } | { time: true };

function reduce(state: ProgressState, action: Action): ProgressState {
  return 'news' in action ? advance(state, action.news, Date.now()) : tick(state, Date.now());
}

/** A task's progress: pushed as it happens, polled at once and every ten seconds besides, both into one state. */
export function useTaskProgress(taskId: string): ProgressState {
  const { t } = useTranslation();
  const [state, dispatch] = useReducer(reduce, taskId, (id) => startProgress(id, Date.now()));
  const ended = isFinal(state.status);

  trpc.video.watch.useSubscription(ended ? skipToken : { taskId }, {
    onData: ({ data }) => dispatch({ news: data }),
  });

  const poll = trpc.video.status.useQuery(
    { taskId },
    { enabled: !ended, staleTime: 0, gcTime: 0, refetchInterval: limits.polling.statusSeconds * 1000 },
  );
  useEffect(() => {
    if (poll.data) dispatch({ news: poll.data });
  }, [poll.data]);

  const told = useRef(false);
  useEffect(() => {
    if (!poll.error || told.current || errorCodeOf(poll.error) === 'not_signed_in') return;
    told.current = true;
    showToast({
      title: t('progress.statusFailed'),
      message: t('progress.statusFailedText'),
      tone: 'destructive',
    });
  }, [poll.error, t]);

  useEffect(() => {
    if (ended) return;
    const clock = setInterval(() => dispatch({ time: true }), 1000);
    return () => clearInterval(clock);
  }, [ended]);

  return state;
}
