import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { useRenameVideo } from './use-rename-video.ts';
import { useVideoTitle } from './video-title.ts';
import { EditableName, NameForm } from '#client/ui/editable-name.tsx';

interface VideoNameProps {
  video: VideoTask;
  /** Renders the video's title. */
  children: (title: string) => ReactNode;
}

/** A video's title, with a way to rename it. */
export function VideoName({ video, children }: VideoNameProps) {
  const title = useVideoTitle()(video);
  const { suggestion, rename } = useRenameVideo(video);
  return (
    <EditableName
      name={video.name}
      shown={title}
      maxLength={limits.video.maxNameLength}
      suggestion={suggestion}
      onRename={rename}
    >
      {children(title)}
    </EditableName>
  );
}

/** The field in which a video is renamed, in place of its title. */
export function VideoNameForm({ video, onClose }: { video: VideoTask; onClose: () => void }) {
  const { suggestion, rename } = useRenameVideo(video);
  return (
    <NameForm
      name={video.name}
      maxLength={limits.video.maxNameLength}
      suggestion={suggestion}
      onRename={rename}
      onClose={onClose}
    />
  );
}
