import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { isCompleted } from '../../../../shared/status.ts';
import { FailedCard } from './failed-card.tsx';
import { RunningCard } from './running-card.tsx';
import type { VideoSelection } from './use-selection.ts';
import { VideoCard } from './video-card.tsx';

interface TaskCardProps {
  task: VideoTask;
  /** Null where there is nothing to choose from. */
  selection: VideoSelection | null;
  onView: (task: VideoTask) => void;
  onShare: (id: string) => void;
  onDelete: (task: VideoTask) => void;
  onDismiss: (task: VideoTask) => void;
}

/** A task's card: its video, how far that is, or why there is none. */
export function TaskCard({ task, selection, onView, onShare, onDelete, onDismiss }: TaskCardProps) {
  if (isCompleted(task.status)) {
    const choice = selection && {
      chosen: selection.ids.includes(task.taskId),
      onToggle: () => selection.toggle(task.taskId),
    };
    return (
      <VideoCard
        video={task}
        choice={choice}
        onView={() => onView(task)}
        onShare={onShare}
        onDelete={() => onDelete(task)}
      />
    );
  }
  if (task.status === 'Fail') return <FailedCard task={task} onDismiss={() => onDismiss(task)} />;
  return <RunningCard task={task} />;
}
