import { useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '../../../../shared/errors.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { errorCodeOf, needsPayment } from '../../lib/error-code.ts';
import { showFailure } from '../../lib/failure.ts';
import { holdPhoto } from '../../lib/kept-photo.ts';
import type { Photo } from '../../lib/photo/read-photo.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import { nextFlow } from './flow.ts';
import { type PhotoWishes, sendPhoto } from './send-photo.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** From a photo to a video: starts, follows and ends the main job. `onPaymentNeeded` takes over where credits are short. */
export function useGeneration({ onPaymentNeeded }: { onPaymentNeeded: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextFlow, { phase: 'upload' });
  const upload = useRef<AbortController | null>(null);

  function startFailed(error: unknown) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      dispatch({ type: 'reset' });
      return showToast({ title: t('upload.aborted'), message: t('upload.abortedText') });
    }
    if (needsPayment(error)) {
      dispatch({ type: 'reset' });
      void utils.credits.balance.invalidate();
      return onPaymentNeeded();
    }
    const code = errorCodeOf(error);
    if (code === 'not_signed_in') void utils.auth.me.invalidate();
    dispatch({ type: 'failed', reason: { at: 'start', code } });
    showFailure({ title: 'failure.title', text: 'failure.startFailed' }, error);
  }

  async function start(photo: Photo, wishes: PhotoWishes) {
    const controller = new AbortController();
    upload.current = controller;
    dispatch({ type: 'send' });
    try {
      const file = await shrinkPhoto(photo);
      const taskId = await sendPhoto(file, {
        ...wishes,
        signal: controller.signal,
        language,
        onProgress: (fraction) => dispatch({ type: 'sent', fraction }),
      });
      dispatch({ type: 'accepted', taskId });
      holdPhoto(null);
      void utils.credits.balance.invalidate();
      void utils.video.tasks.invalidate();
    } catch (error) {
      startFailed(error);
    }
  }

  async function succeeded(taskId: string) {
    void utils.video.tasks.invalidate();
    try {
      const { downloadUrl } = await utils.video.download.fetch({ taskId }, { staleTime: 0 });
      dispatch({ type: 'completed', taskId, downloadUrl });
    } catch {
      dispatch({ type: 'failed', reason: { at: 'link' } });
      showFailure({ title: 'failure.linkFailed', text: null });
    }
  }

  function failed(cause: string | null) {
    void utils.video.tasks.invalidate();
    void utils.credits.balance.invalidate();
    const code: ErrorCode | null = isErrorCode(cause) ? cause : null;
    dispatch({ type: 'failed', reason: { at: 'generation', code } });
    showToast({
      title: t('failure.title'),
      message: code ? `${t(`errors.${code}`)} ${t('failure.refunded')}` : t('failure.generateFailed'),
      tone: 'destructive',
    });
  }

  return {
    flow,
    start,
    succeeded,
    failed,
    abort: () => upload.current?.abort(),
    resume: (taskId: string) => dispatch({ type: 'found', taskId }),
    reset: () => dispatch({ type: 'reset' }),
  };
}
