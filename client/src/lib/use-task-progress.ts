import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../shared/limits.ts';
import type { TaskProgress } from '../../../shared/schemas/video.ts';
import { isFinal } from '../../../shared/status.ts';
import { errorCodeOf } from './error-code.ts';
import { advance, type ProgressState, startProgress, tick } from './task-progress.ts';
import { showToast } from './toast.tsx';
import { trpc } from './trpc.ts';

type Action = { news: TaskProgress } | { time: true };

function reduce(state: ProgressState, action: Action): ProgressState {
  return 'news' in action ? advance(state, action.news, Date.now()) : tick(state, Date.now());
}

/**
 * A task's progress: polled at once and every ten seconds, and told of each change between by the page's `useChanges`.
 */
export function useTaskProgress(taskId: string): ProgressState {
  const { t } = useTranslation();
  const [state, dispatch] = useReducer(reduce, taskId, (id) => startProgress(id, Date.now()));
  const ended = isFinal(state.status);

  const status = trpc.video.status.useQuery(
    { taskId },
    { enabled: !ended, staleTime: 0, gcTime: 0, refetchInterval: limits.polling.statusSeconds * 1000 },
  );
  useEffect(() => {
    if (status.data) dispatch({ news: status.data });
  }, [status.data]);

  const told = useRef(false);
  useEffect(() => {
    if (!status.error || told.current || errorCodeOf(status.error) === 'not_signed_in') return;
    told.current = true;
    showToast({
      title: t('progress.statusFailed'),
      message: t('progress.statusFailedText'),
      tone: 'destructive',
    });
  }, [status.error, t]);

  useEffect(() => {
    if (ended) return;
    const clock = setInterval(() => dispatch({ time: true }), 1000);
    return () => clearInterval(clock);
  }, [ended]);

  return state;
}
