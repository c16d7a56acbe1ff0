import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { useRenameVideo } from './use-rename-video.ts';
import { useVideoTitle } from './video-title.ts';
import { EditableName } from '#client/ui/editable-name.tsx';

interface VideoNameProps {
  video: VideoTask;
  /** What the button calls it; its title by default. */
  label?: string;
  editable?: boolean;
  /** Renders the video's title. */
  children: (title: string) => ReactNode;
}

/** A video's title, with a way to rename it. */
export function VideoName({ video, label, editable = true, children }: VideoNameProps) {
  const title = useVideoTitle()(video);
  const { suggestion, rename } = useRenameVideo(video);
  return (
    <EditableName
      name={video.name}
      shown={label ?? title}
      maxLength={limits.video.maxNameLength}
      editable={editable}
      suggestion={suggestion}
      onRename={rename}
    >
      {children(title)}
    </EditableName>
  );
}
