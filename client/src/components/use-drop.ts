import { useWindowEvent } from '@mantine/hooks';
import { type DragEvent as ReactDragEvent, useState } from 'react';

const holdsFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>) =>
  dataTransfer?.types.includes('Files') === true;

/** Without this the browser opens a file that was dropped beside an element in place of the page. */
function keepPage(event: DragEvent): void {
  if (holdsFiles(event)) event.preventDefault();
}

/** Lets files be dropped on an element: its handlers, and whether files are held over it now. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  useWindowEvent('dragover', keepPage);
  useWindowEvent('drop', keepPage);
  const hold = (event: ReactDragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave(event: ReactDragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: ReactDragEvent) {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files);
      },
    },
  };
}
