import { useWindowEvent } from '@mantine/hooks';
import { type DragEvent as ReactDragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>) =>
  dataTransfer?.types.includes('Files') === true;

/** Prevents the browser from opening a file that is dropped next to an element in place of the page. */
function keepPage(event: DragEvent): void {
  if (hasFiles(event)) event.preventDefault();
}

/** Makes an element a drop target: returns its handlers, and whether files are being dragged over it. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  useWindowEvent('dragover', keepPage);
  useWindowEvent('drop', keepPage);
  const hold = (event: ReactDragEvent) => {
    if (!hasFiles(event)) return;
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
