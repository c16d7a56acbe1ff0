import { useMutation } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '../../../../shared/errors.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { errorCodeOf, needsPayment } from '../../lib/error-code.ts';
import type { Failure } from '../../lib/failure.ts';
import { holdPhoto } from '../../lib/kept-photo.ts';
import type { Photo } from '../../lib/photo/read-photo.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import { nextFlow } from './flow.ts';
import { type PhotoWishes, sendPhoto } from './send-photo.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** What is said where a photo could not be sent; nothing where the person stopped it, or is offered credits instead. */
function sendFailure(error: unknown): Failure | null {
  if (isAbort(error) || needsPayment(error)) return null;
  return { title: 'failure.title', text: 'failure.startFailed' };
}

/** From a photo to a video: starts, follows and ends the main job. `onPaymentNeeded` takes over where credits are short. */
export function useGeneration({ onPaymentNeeded }: { onPaymentNeeded: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextFlow, { phase: 'upload' });
  const upload = useRef<AbortController | null>(null);

  const { mutate: send } = useMutation({
    async mutationFn({ photo, wishes }: { photo: Photo; wishes: PhotoWishes }) {
      const controller = new AbortController();
      upload.current = controller;
      return sendPhoto(await shrinkPhoto(photo), {
        ...wishes,
        signal: controller.signal,
        language,
        onProgress: (fraction) => dispatch({ type: 'sent', fraction }),
      });
    },
    networkMode: 'always',
    meta: { failure: sendFailure },
    onSuccess(taskId) {
      dispatch({ type: 'accepted', taskId });
      holdPhoto(null);
      void utils.credits.balance.invalidate();
      void utils.video.tasks.invalidate();
    },
    onError(error) {
      if (isAbort(error)) {
        dispatch({ type: 'reset' });
        return showToast({ title: t('upload.aborted'), message: t('upload.abortedText') });
      }
      if (needsPayment(error)) {
        dispatch({ type: 'reset' });
        void utils.credits.balance.invalidate();
        return onPaymentNeeded();
      }
      dispatch({ type: 'failed', reason: { at: 'start', code: errorCodeOf(error) } });
    },
  });

  function start(photo: Photo, wishes: PhotoWishes) {
    dispatch({ type: 'send' });
    send({ photo, wishes });
  }

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
