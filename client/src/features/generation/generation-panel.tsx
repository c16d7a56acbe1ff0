import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Photo } from '#client/lib/photo/read-photo.ts';
import { FailureCard } from './failure-card.tsx';
import classes from './generation-panel.module.css';
import { QueueCard } from './queue/queue-card.tsx';
import { useQueue } from './queue/use-queue.ts';
import { ProgressCard } from './progress-card.tsx';
import { ResultCard } from './result-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { useConsent } from './use-consent.ts';
import { useUnsentPhoto } from './use-unsent-photo.ts';
import { useGeneration } from './use-generation.ts';
import { usePhoto } from './use-photo.ts';
import { useRunningTask } from './use-running-task.ts';

interface GenerationPanelProps {
  onPaymentNeeded: () => void;
  /** Content shown in the upload card next to its own texts. */
  notice?: ReactNode;
  /** Shown there if credits are short. A queue shows this itself. */
  upgrade?: ReactNode;
}

/** The main flow, one card at a time: upload, progress, then the result or the failure. */
export function GenerationPanel({ onPaymentNeeded, notice, upgrade }: GenerationPanelProps) {
  const choice = usePhoto();
  const several = useQueue();
  const generation = useGeneration({ onPaymentNeeded, onSent: () => unsent.settle() });
  const consent = useConsent();
  const looking = useRunningTask(generation.resume);
  // The first card of a visit must not take the focus; every later one does.
  const [visited, setVisited] = useState(false);
  const { flow } = generation;
  const unsent = useUnsentPhoto({
    choice,
    unsent: flow.phase !== 'progress' && flow.phase !== 'result',
    // Users who have not confirmed it yet do so by pressing the button.
    ready: flow.phase === 'upload' && !looking,
    sendsTried: consent.isGiven,
    onTried: start,
    onSeveral: (chosen) => void several.resume(chosen),
  });

  function start(photo: Photo) {
    setVisited(true);
    const { turnOption: turn, rest, border, restore } = choice;
    // Anything learned about the photo after this comes too late.
    choice.setRestore(restore);
    generation.start({ photo, choiceId: unsent.idOf(), options: { turn, rest, border, restore } });
  }

  if (looking) return <Skeleton className={classes.placeholder} aria-hidden />;
  if (several.queue) {
    return (
      <QueueCard
        queue={several.queue}
        several={several}
        notice={notice}
        onAnother={() => {
          setVisited(true);
          several.clear();
          generation.reset();
        }}
      />
    );
  }
  switch (flow.phase) {
    case 'upload':
    case 'sending':
      return (
        <UploadCard
          choice={choice}
          sending={flow.phase === 'sending' ? flow : null}
          takeFocus={visited}
          notice={
            flow.phase === 'upload' && (
              <>
                {notice}
                {upgrade}
              </>
            )
          }
          onSeveral={(files) => {
            setVisited(true);
            several.choose(files);
          }}
          onGenerate={start}
          onAbort={generation.abort}
          onSendNow={generation.sendNow}
        />
      );
    case 'progress':
      return (
        <ProgressCard
          key={flow.taskId}
          taskId={flow.taskId}
          photo={choice.photo}
          view={choice.view}
          rest={choice.rest}
          onCancel={() => {
            setVisited(true);
            generation.cancel(flow.taskId);
          }}
          isCanceling={generation.isCanceling}
          onSuccess={() => void generation.succeeded(flow.taskId)}
          onFail={(cause) => generation.failed(flow.taskId, cause)}
        />
      );
    case 'result':
      return (
        <ResultCard
          taskId={flow.taskId}
          downloadUrl={flow.downloadUrl}
          onAnother={() => {
            setVisited(true);
            choice.clear();
            generation.reset();
          }}
        />
      );
    case 'failed':
      return (
        <FailureCard
          reason={flow.reason}
          onReplaced={generation.replace}
          onPaymentNeeded={onPaymentNeeded}
          onTryAgain={() => {
            setVisited(true);
            generation.reset();
          }}
        />
      );
  }
}
