import { type DragEvent, useState } from 'react';

/** Lets files be dropped on an element: its handlers, and whether files are held over it now. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files);
      },
    },
  };
}
