import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outbox } from '#client/entities/outbox/outbox.ts';
import type { OutboxEvent, OutboxView } from '#client/entities/outbox/photos.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { announceFailure } from '#client/ui/failure.ts';
import { takeSharedPhotos } from '#client/entities/outbox/shared-photos.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { useOnce } from '#client/lib/use-once.ts';
import type { Sending } from './sending.ts';
import { useCancelTask } from './use-cancel-task.ts';
import { useConsent } from './use-consent.ts';
import { usePhoto } from './use-photo.ts';

interface SinglePhotoOptions {
  outbox: Outbox;
  view: OutboxView;
  onPaymentNeeded: () => void;
  /** Called with the task that a photo has become. */
  onTask: (taskId: string) => void;
  /** Called once a task was cancelled. */
  onCanceled: () => void;
}

/** The outbox's photo, if it is one: chosen, sent, and stopped. Says what happens to it, and to several. */
export function useSinglePhoto({ outbox, view, onPaymentNeeded, onTask, onCanceled }: SinglePhotoOptions) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const consent = useConsent();
  const single = view.isSeveral ? null : (view.photos[0] ?? null);
  const id = single?.row.id ?? null;
  const choice = usePhoto(single?.row ?? null, outbox);
  const { photo } = choice;
  /** To be cancelled as soon as its task is known. */
  const [unwanted, setUnwanted] = useState<string | null>(null);
  const { cancel, isCanceling } = useCancelTask({
    onCanceled: () => {
      setUnwanted(null);
      onCanceled();
    },
    onTooLate: (taskId) => {
      setUnwanted(null);
      onTask(taskId);
    },
  });
  useOnce(() => {
    void takeSharedPhotos().then((shared) => (shared.length > 0 ? outbox.add(shared) : null));
  });

  const tell = useEffectEvent((event: OutboxEvent) => {
    switch (event.type) {
      case 'sent':
        if (event.id !== id) return;
        return event.id === unwanted ? cancel(event.taskId) : onTask(event.taskId);
      case 'stopped': {
        if (event.id !== id) return;
        const text = t(event.late ? 'upload.abortedLate' : 'upload.abortedText');
        return showToast({ title: t('upload.aborted'), message: text });
      }
      case 'failed': {
        if (event.id !== id) return;
        const failure = { title: 'failure.title', text: 'failure.startFailed' } as const;
        return announceFailure({ failure }, event.error);
      }
      case 'signed-out':
        return void utils.auth.me.invalidate();
      case 'payment-needed':
        void utils.credits.balance.invalidate();
        return view.isSeveral ? undefined : onPaymentNeeded();
      case 'sent-elsewhere': {
        const text = t(view.isSeveral ? 'queue.sentElsewhere' : 'upload.sentElsewhereText');
        return showToast({ title: t('upload.sentElsewhere'), message: text });
      }
    }
  });
  useEffect(() => outbox.listen((event) => tell(event)), [outbox]);

  function send() {
    if (id === null || !photo) return;
    const { turnOption: turn, rest, border, restore } = choice;
    // Anything learned about the photo after this comes too late.
    choice.setRestore(restore);
    const options = { turn, rest, border, restore };
    void outbox.send([id], { language, consent: consent.says, options }, photo);
  }

  const canceling = id !== null && unwanted === id;
  const sending = sendingOf(view, canceling);

  /** Stops the upload. Once it is complete, it can't be undone: the video is cancelled as soon as its task is known. */
  function abort() {
    if (!sending) return;
    if (sending.fraction !== 1 || sending.block) return outbox.stop();
    setUnwanted(id);
  }

  return { single, choice, sending, send, abort, cancel, isCanceling };
}

function sendingOf({ photos, isSeveral, block }: OutboxView, canceling: boolean): Sending | null {
  const phase = isSeveral ? undefined : photos[0]?.phase;
  if (phase?.is === 'waiting') return { fraction: null, block, canceling };
  if (phase?.is === 'sending') return { fraction: phase.fraction, block, canceling };
  return phase?.is === 'sent' && canceling ? { fraction: 1, block: null, canceling } : null;
}
