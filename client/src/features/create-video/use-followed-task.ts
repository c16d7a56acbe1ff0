import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { nextFlow } from './flow.ts';

/** Follows a task to its video, or to its failure. */
export function useFollowedTask() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextFlow, { phase: 'outbox' });

  async function succeeded(taskId: string) {
    void utils.video.tasks.invalidate();
    try {
      const { downloadUrl } = await utils.video.download.fetch(
        { taskId },
        { staleTime: 0, meta: { failure: { title: 'failure.linkFailed', text: null } } },
      );
      dispatch({ type: 'completed', taskId, downloadUrl });
    } catch {
      dispatch({ type: 'failed', reason: { at: 'link' } });
    }
  }

  /** False if it was cancelled, in another tab: then nothing failed. */
  function failed(taskId: string, cause: string | null): boolean {
    void utils.video.tasks.invalidate();
    void utils.credits.balance.invalidate();
    if (cause === 'task_canceled') return false;
    const code: ErrorCode | null = isErrorCode(cause) ? cause : null;
    dispatch({ type: 'failed', reason: { at: 'generation', code, taskId } });
    showToast({
      title: t('failure.title'),
      message: code ? `${t(`errors.${code}`)} ${t('failure.refunded')}` : t('failure.generateFailed'),
      tone: 'destructive',
    });
    return true;
  }

  return {
    flow,
    succeeded,
    failed,
    follow: (taskId: string) => dispatch({ type: 'accepted', taskId }),
    replace: (taskId: string) => dispatch({ type: 'replaced', taskId }),
    resume: (taskId: string) => dispatch({ type: 'found', taskId }),
    reset: () => dispatch({ type: 'reset' }),
  };
}
