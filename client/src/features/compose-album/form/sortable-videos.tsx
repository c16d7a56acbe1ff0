import { RestrictToVerticalAxis } from '@dnd-kit/abstract/modifiers';
import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, KeyboardSensor, PointerSensor } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLimits } from '#shared/app-limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import form from '#client/ui/plain/form.module.css';
import { moveFocus } from '#client/lib/focus.ts';
import { move } from './order.ts';
import { SortableVideo } from './sortable-video.tsx';
import classes from './sortable-videos.module.css';

interface SortableVideosProps {
  /** The list's heading, which gets the focus when something is wrong with the videos. */
  ref: RefObject<HTMLHeadingElement | null>;
  videos: VideoTask[];
  /** What is wrong with the videos. */
  problem: ReactNode;
  onChange: (videos: VideoTask[]) => void;
}

const sensors = [PointerSensor, KeyboardSensor.configure({ offset: appLimits.drag.keyboardStepPixels })];

/** The videos in film order: dragged by pointer or keyboard, or moved with buttons. Announces each move. */
export function SortableVideos({ ref: title, videos, problem, onChange }: SortableVideosProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const instructionsId = useId();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const total = videos.length;

  function nameOf(id: unknown): string {
    const video = videos.find(({ taskId }) => taskId === id);
    return video?.name ?? video?.originalFilename ?? '';
  }
  const say = (event: 'lifted' | 'over' | 'dropped' | 'canceled', id: unknown, index: number) =>
    setAnnouncement(t(`albumForm.said.${event}`, { name: nameOf(id), position: index + 1, total }));

  function remove(index: number) {
    // Otherwise the focus would be lost with the item that holds it.
    const neighbour = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    moveFocus(neighbour?.querySelector('button') ?? title);
    setAnnouncement(t('albumForm.said.removed', { name: nameOf(videos[index]?.taskId) }));
    onChange(videos.toSpliced(index, 1));
  }

  function moveFrom(from: number, to: number) {
    say('dropped', videos[from]?.taskId, to);
    onChange(move(videos, from, to));
  }

  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 ref={title} id={titleId} tabIndex={-1} className={classes.title}>
        {t('albumForm.videos')}
      </h3>
      <p className={classes.hint}>{t('albumForm.hint')}</p>
      {problem && (
        <p role="alert" className={form.problem}>
          {problem}
        </p>
      )}
      <p id={instructionsId} hidden>
        {t('albumForm.instructions')}
      </p>
      <p role="status" className="visuallyHidden">
        {announcement}
      </p>
      <DragDropProvider
        sensors={sensors}
        modifiers={[RestrictToVerticalAxis]}
        // Its announcements are English only, and outside the dialog, where a screen reader does not hear them.
        plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
        onDragStart={({ operation: { source } }) =>
          isSortable(source) && say('lifted', source.id, source.index)
        }
        onDragOver={({ operation: { source, target } }) => {
          if (source && isSortable(target) && target.id !== source.id) say('over', source.id, target.index);
        }}
        onDragEnd={({ operation: { source }, canceled }) => {
          if (!isSortable(source)) return;
          if (canceled) return say('canceled', source.id, source.initialIndex);
          moveFrom(source.initialIndex, source.index);
        }}
      >
        <ol ref={list} className={classes.list}>
          {videos.map((video, index) => (
            <SortableVideo
              key={video.taskId}
              video={video}
              index={index}
              last={index === total - 1}
              instructionsId={instructionsId}
              onMove={(to) => moveFrom(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      </DragDropProvider>
    </section>
  );
}
