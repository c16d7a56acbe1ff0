import type { VideoTask } from '#shared/schemas/video.ts';
import { isCompleted } from '#shared/status.ts';
import { FailedCard } from './failed-card.tsx';
import { RunningCard } from './running-card.tsx';
import type { VideoSelection } from './use-selection.ts';
import { VideoCard } from './video-card.tsx';

interface TaskCardProps {
  task: VideoTask;
  /** What its controls call it. */
  name: string;
  /** The level of its heading. */
  level: 3 | 4;
  /** Null if there is nothing to select from. */
  selection: VideoSelection | null;
  onView: (task: VideoTask) => void;
  onShare: (id: string) => void;
  onGift: (task: VideoTask) => void;
  onDelete: (task: VideoTask) => void;
  onDismiss: (task: VideoTask) => void;
}

/** A task's card: its video, its progress, or why it failed. */
export function TaskCard({
  task,
  name,
  level,
  selection,
  onView,
  onShare,
  onGift,
  onDelete,
  onDismiss,
}: TaskCardProps) {
  if (isCompleted(task.status)) {
    const choice = selection && {
      chosen: selection.ids.includes(task.taskId),
      onToggle: () => selection.toggle(task.taskId),
    };
    return (
      <VideoCard
        video={task}
        name={name}
        level={level}
        choice={choice}
        onView={() => onView(task)}
        onShare={onShare}
        onGift={() => onGift(task)}
        onDelete={() => onDelete(task)}
      />
    );
  }
  if (task.status === 'Fail')
    return <FailedCard task={task} name={name} level={level} onDismiss={() => onDismiss(task)} />;
  return <RunningCard task={task} name={name} level={level} />;
}
