import { Dropzone } from '@mantine/dropzone';
import classes from './drop-anywhere.module.css';

interface DropAnywhereProps {
  /** Called with everything that was dropped: nothing is validated here. */
  onFiles: (files: File[]) => void;
  /** Shown over the page while files are dragged over it. */
  text: string;
}

/** Accepts files that are dropped anywhere on the page. Hidden from screen readers, as it needs a mouse. */
export function DropAnywhere({ onFiles, text }: DropAnywhereProps) {
  return (
    <Dropzone.FullScreen
      aria-hidden
      classNames={{ fullScreen: classes.everywhere, root: classes.zone, inner: classes.inner }}
      activateOnKeyboard={false}
      onDrop={onFiles}
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
    >
      {text}
    </Dropzone.FullScreen>
  );
}
