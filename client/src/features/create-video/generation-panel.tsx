import { Skeleton } from '#client/ui/skeleton.tsx';
import { type ReactNode, useState } from 'react';
import { useOutbox } from '#client/entities/outbox/use-outbox.ts';
import { FailureCard } from './failure-card.tsx';
import classes from './generation-panel.module.css';
import { ProgressCard } from './progress-card.tsx';
import { QueueCard } from './queue/queue-card.tsx';
import { ResultCard } from './result-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { useFollowedTask } from './use-followed-task.ts';
import { useRunningTask } from './use-running-task.ts';
import { useSinglePhoto } from './use-single-photo.ts';

interface GenerationPanelProps {
  onPaymentNeeded: () => void;
  /** Content shown in the upload card next to its own texts. */
  notice?: ReactNode;
  /** Shown there if credits are short. A queue shows this itself. */
  upgrade?: ReactNode;
}

/** The main flow, one card at a time: the outbox, progress, then the result or the failure. */
export function GenerationPanel({ onPaymentNeeded, notice, upgrade }: GenerationPanelProps) {
  const { outbox, view } = useOutbox();
  const task = useFollowedTask();
  const { flow } = task;
  const looking = useRunningTask(task.resume);
  const { single, choice, sending, ...photo } = useSinglePhoto({
    outbox,
    view,
    onPaymentNeeded,
    onTask: task.follow,
    onCanceled: () => leave({ again: true }),
  });
  // The first card of a visit must not take the focus; every later one does.
  const [visited, setVisited] = useState(false);

  /** Returns to the outbox: with the same photo, to be sent again, or without the one that is settled. */
  function leave({ again }: { again: boolean }) {
    setVisited(true);
    task.reset();
    if (!single || single.phase.is === 'ready') return;
    if (again) void outbox.again(single.row.id);
    else void outbox.remove([single.row.id]);
  }

  if (looking) return <Skeleton className={classes.placeholder} />;
  if (view.isSeveral) {
    return (
      <QueueCard
        view={view}
        outbox={outbox}
        takeFocus={visited}
        notice={notice}
        onAnother={() => {
          setVisited(true);
          void outbox.clear();
        }}
      />
    );
  }
  if (sending || flow.phase === 'outbox') {
    if (single?.phase.is === 'failed' || single?.phase.is === 'declined') {
      return (
        <FailureCard
          reason={{ at: 'start', code: single.phase.code }}
          onReplaced={task.replace}
          onPaymentNeeded={onPaymentNeeded}
          onTryAgain={() => leave({ again: true })}
        />
      );
    }
    return (
      <UploadCard
        choice={choice}
        sending={sending}
        takeFocus={visited}
        notice={
          !sending && (
            <>
              {notice}
              {upgrade}
            </>
          )
        }
        onChoose={(files) => {
          setVisited(true);
          void outbox.choose(files);
        }}
        onGenerate={() => {
          setVisited(true);
          photo.send();
        }}
        onAbort={photo.abort}
        onSendNow={outbox.sendNow}
      />
    );
  }
  switch (flow.phase) {
    case 'progress': {
      const isOwn = single?.phase.is === 'sent' && single.phase.taskId === flow.taskId;
      return (
        <ProgressCard
          key={flow.taskId}
          taskId={flow.taskId}
          photo={isOwn ? choice.photo : null}
          view={isOwn ? choice.view : null}
          rest={choice.rest}
          onCancel={() => {
            setVisited(true);
            photo.cancel(flow.taskId);
          }}
          isCanceling={photo.isCanceling}
          onSuccess={() => void task.succeeded(flow.taskId)}
          onFail={(cause) => {
            if (!task.failed(flow.taskId, cause)) leave({ again: true });
          }}
        />
      );
    }
    case 'result':
      return (
        <ResultCard
          taskId={flow.taskId}
          downloadUrl={flow.downloadUrl}
          onAnother={() => leave({ again: false })}
        />
      );
    case 'failed':
      return (
        <FailureCard
          reason={flow.reason}
          onReplaced={task.replace}
          onPaymentNeeded={onPaymentNeeded}
          onTryAgain={() => leave({ again: true })}
        />
      );
  }
}
