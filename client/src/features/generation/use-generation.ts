import { useMutation } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { isAbort } from '#client/lib/abort.ts';
import { errorCodeOf, needsPayment } from '#client/lib/error-code.ts';
import type { Failure } from '#client/lib/failure.ts';
import type { Photo } from '#client/lib/photo/read-photo.ts';
import { showToast } from '#client/lib/toast.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { nextFlow } from './flow.ts';
import { useConsent } from './use-consent.ts';
import { type PhotoOptions, sendPhoto } from './send-photo.ts';
import { beginSending, recordAccepted, recordFailure } from './queue/journal.ts';
import { sendWithRetries } from './send-with-retries.ts';
import { photoToSend } from '#client/lib/photo/shrink-photo.ts';
import { useCancelTask } from './use-cancel-task.ts';

/** The toast for a failed upload; null if the user stopped it, is offered credits instead, or has to sign in again. */
function sendFailure(error: unknown): Failure | null {
  const code = errorCodeOf(error);
  if (isAbort(error) || needsPayment(error) || code === 'not_signed_in') return null;
  return { title: 'failure.title', text: 'failure.startFailed' };
}

/** A photo being uploaded. */
interface Upload {
  controller: AbortController;
  nudge: EventTarget;
  /** The upload is complete: it may have arrived. */
  hasLeft?: boolean;
  /** To be cancelled as soon as its task is known. */
  isUnwanted?: boolean;
}

interface Start {
  photo: Photo;
  /** The id of the choice, from which the photo's key derives. */
  choiceId: string;
  options: PhotoOptions;
}

/** A single photo is a choice of one. */
const onlyPlace = 0;

interface GenerationOptions {
  /** Takes over if credits are short. */
  onPaymentNeeded: () => void;
  /** Called when the photo has become a task. */
  onSent: () => void;
}

/** The main flow from a photo to a video: starts it, follows it and ends it. */
export function useGeneration({ onPaymentNeeded, onSent }: GenerationOptions) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { says: consent } = useConsent();
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextFlow, { phase: 'upload' });
  const upload = useRef<Upload | null>(null);
  const { cancel, isCanceling } = useCancelTask({
    onCanceled: () => dispatch({ type: 'reset' }),
    onTooLate: (taskId) => dispatch({ type: 'accepted', taskId }),
  });

  const { mutate: send } = useMutation({
    async mutationFn({ photo, choiceId, options }: Start) {
      const current: Upload = { controller: new AbortController(), nudge: new EventTarget() };
      upload.current = current;
      const { signal } = current.controller;
      const sent = await photoToSend(photo);
      const { key, body: fields } = beginSending(choiceId, onlyPlace, { ...options, language, consent });
      return sendWithRetries({
        signal,
        nudge: current.nudge,
        send: (onProgress) => sendPhoto(sent, { key, fields, signal, onProgress }),
        reach: () => utils.video.tasks.fetch(undefined, { staleTime: 0 }),
        onProgress(fraction) {
          current.hasLeft = fraction === 1;
          dispatch({ type: 'sent', fraction });
        },
        onBlocked(block) {
          if (block?.is === 'resting') current.hasLeft = false;
          dispatch({ type: 'blocked', block });
        },
      });
    },
    networkMode: 'always',
    meta: { failure: sendFailure },
    onSuccess(taskId, { choiceId }) {
      recordAccepted(choiceId, onlyPlace);
      void utils.credits.balance.invalidate();
      void utils.video.tasks.invalidate();
      if (consent) void utils.video.consent.invalidate();
      if (upload.current?.isUnwanted) return cancel(taskId);
      dispatch({ type: 'accepted', taskId });
      onSent();
    },
    onError(error, { choiceId }) {
      const code = errorCodeOf(error);
      if (code !== null) recordFailure(choiceId, onlyPlace, code);
      if (isAbort(error)) {
        dispatch({ type: 'reset' });
        const textKey = upload.current?.hasLeft ? 'upload.abortedLate' : 'upload.abortedText';
        return showToast({ title: t('upload.aborted'), message: t(textKey) });
      }
      // The photo stays as it was behind the sign-in screen.
      if (code === 'not_signed_in') return dispatch({ type: 'reset' });
      if (needsPayment(error)) {
        dispatch({ type: 'reset' });
        void utils.credits.balance.invalidate();
        return onPaymentNeeded();
      }
      dispatch({ type: 'failed', reason: { at: 'start', code } });
    },
  });

  function start(started: Start) {
    dispatch({ type: 'send' });
    send(started);
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

  function failed(taskId: string, cause: string | null) {
    void utils.video.tasks.invalidate();
    void utils.credits.balance.invalidate();
    // By the user, in another tab.
    if (cause === 'task_canceled') return dispatch({ type: 'reset' });
    const code: ErrorCode | null = isErrorCode(cause) ? cause : null;
    dispatch({ type: 'failed', reason: { at: 'generation', code, taskId } });
    showToast({
      title: t('failure.title'),
      message: code ? `${t(`errors.${code}`)} ${t('failure.refunded')}` : t('failure.generateFailed'),
      tone: 'destructive',
    });
  }

  /** Stops the upload. Once it is complete, it can't be undone: the video is cancelled as soon as its task is known. */
  function abort() {
    if (flow.phase !== 'sending' || !upload.current) return;
    if (flow.fraction !== 1 || flow.block) return upload.current.controller.abort();
    upload.current.isUnwanted = true;
    dispatch({ type: 'cancel' });
  }

  return {
    flow,
    start,
    succeeded,
    failed,
    abort,
    cancel,
    isCanceling,
    sendNow: () => upload.current?.nudge.dispatchEvent(new Event('now')),
    replace: (taskId: string) => dispatch({ type: 'replaced', taskId }),
    resume: (taskId: string) => dispatch({ type: 'found', taskId }),
    reset: () => dispatch({ type: 'reset' }),
  };
}
