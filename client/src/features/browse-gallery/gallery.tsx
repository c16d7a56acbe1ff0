import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { BrokenDialog } from '#client/entities/outbox/broken.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { KeepsakeForm } from '#client/entities/film/gift/keepsake-form.tsx';
import { type Gift, GiftDialog } from '#client/entities/film/gift/gift-dialog.tsx';
import { ShareDialog } from '#client/entities/film/share-dialog.tsx';
import { useFocusCard } from '#client/ui/use-focus-card.ts';
import { useVideoNames, useVideoTitle } from '#client/entities/video/video-title.ts';
import { neighbourOf } from '#client/lib/neighbour.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { useLast } from '#client/lib/use-last.ts';
import { useShareLink } from '#client/entities/film/use-share-link.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { GalleryBar } from './gallery-bar.tsx';
import { byMonth, matching, monthName, sorted } from './gallery-order.ts';
import { GalleryEmpty, GalleryFailed, GalleryLoading, NothingFound } from './gallery-states.tsx';
import { GalleryTools } from './gallery-tools.tsx';
import classes from './gallery.module.css';
import { PhotoDeletion } from './photo-deletion.tsx';
import { TaskCard } from './task-card.tsx';
import { useAlbumChoice } from './use-album-choice.ts';
import { useDeleteTask } from './use-delete-task.ts';
import { existingIn, type VideoSelection } from './use-selection.ts';
import { useGalleryOrder } from './use-gallery-order.ts';
import { useTasks } from './use-tasks.ts';
import { useViewer } from './use-viewer.ts';

const Viewer = lazyPart(() => import('./viewer.tsx'), 'Viewer');

interface GalleryProps {
  selection: VideoSelection;
  /** Called with the chosen videos, in the order chosen; their number is valid for an album. */
  onCreateAlbum: (videos: VideoTask[]) => void;
}

/** With more videos than these there is a search. */
const searchAbove = 12;

/** Everything that the user has made or is making, in the order chosen, or the loading, empty or failed state. */
export function Gallery({ selection: selected, onCreateAlbum }: GalleryProps) {
  const { t } = useTranslation();
  const titleOf = useVideoTitle();
  const section = useRef<HTMLElement>(null);
  const { loading, failed, retry, tasks, videos } = useTasks();
  const language = useLanguage();
  const selection = existingIn(
    selected,
    videos.map(({ taskId }) => taskId),
  );
  const [order, setOrder] = useGalleryOrder();
  const [query, setQuery] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  const searching = query.trim() !== '';
  // Deferred: rendering hundreds of cards must not block the page, nor typing.
  const all = useDeferredValue(tasks);
  const asked = useDeferredValue(query);
  const cardOrder = useDeferredValue(order);
  const cards = sorted(matching(all, asked, titleOf, language), cardOrder, language);
  const months = cardOrder === 'name' ? null : byMonth(cards, cardOrder);
  const shown = sorted(matching(videos, query, titleOf, language), order, language);
  const ids = shown.map(({ taskId }) => taskId);
  const nameOf = useVideoNames(all);
  const createAlbum = useAlbumChoice(selection, videos, onCreateAlbum);
  const [linkToShow, setLinkToShow] = useState<string | null>(null);
  const share = useShareLink('video', setLinkToShow);
  const [gift, setGift] = useState<Gift | null>(null);
  const [printing, setPrinting] = useState(false);
  const [toDelete, setToDelete] = useState<VideoTask | null>(null);
  const lastToDelete = useLast(toDelete);
  const remove = useDeleteTask(useFocusCard(section));
  const viewer = useViewer();
  const opener = useRef<HTMLElement>(null);
  const everViewed = useLast(viewer.viewing) !== null;
  const give = (video: VideoTask) => setGift({ kind: 'video', id: video.taskId, name: titleOf(video) });
  const choosable = videos.length >= limits.album.minVideos;

  // The viewer mounts too late to know what had the focus before.
  useEffect(() => {
    if (viewer.viewing === null && opener.current) moveFocus(opener.current);
  }, [viewer.viewing]);

  function view({ taskId }: VideoTask) {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    viewer.open(taskId);
  }

  function deleteTask(task: VideoTask) {
    // By id: the list may have been refetched since the task was taken from it.
    const remaining = cards.map(({ taskId }) => taskId);
    void remove(task, neighbourOf(remaining, task.taskId));
  }

  function showAll() {
    setQuery('');
    moveFocus(searchField);
  }

  const list = (of: readonly VideoTask[], heading?: string) => (
    <ul className={classes.grid} aria-labelledby={heading}>
      {of.map((task) => (
        <TaskCard
          key={task.taskId}
          task={task}
          name={nameOf(task)}
          level={heading === undefined ? 3 : 4}
          selection={choosable ? selection : null}
          onView={view}
          onShare={(id) => void share(id)}
          onGift={give}
          onDelete={setToDelete}
          onDismiss={deleteTask}
        />
      ))}
    </ul>
  );

  return (
    <section ref={section} className={classes.gallery} aria-labelledby="gallery-title" aria-busy={loading}>
      <h2 id="gallery-title" className={classes.title}>
        {loading ? t('gallery.titleLoading') : t('gallery.title', { count: videos.length })}
      </h2>
      {loading && <GalleryLoading />}
      {failed && <GalleryFailed onRetry={retry} />}
      {!loading && !failed && tasks.length === 0 && <GalleryEmpty />}
      {choosable && (
        <GalleryTools
          order={order}
          onOrder={setOrder}
          query={videos.length > searchAbove || searching ? query : null}
          onQuery={setQuery}
          found={searching ? shown.length : null}
          field={searchField}
        />
      )}
      {choosable && (
        <GalleryBar
          chosen={selection.ids.length}
          all={ids.length > 0 && ids.every((id) => selection.ids.includes(id))}
          onSelectAll={() => selection.selectAll(ids)}
          onDeselectAll={selection.clear}
          onPrint={() => setPrinting(true)}
          onCreateAlbum={createAlbum}
        />
      )}
      {searching && asked === query && cards.length === 0 && (
        <NothingFound query={query.trim()} onShowAll={showAll} />
      )}
      {months === null && cards.length > 0 && list(cards)}
      {months?.map(({ month, tasks: of }) => {
        const id = `gallery-${month ?? 'undated'}`;
        return (
          <div key={id} className={classes.month}>
            <h3 id={id} className={classes.monthTitle}>
              {month === null ? t('gallery.undated') : monthName(month, language)}
            </h3>
            {list(of, id)}
          </div>
        );
      })}
      {everViewed && (
        <Boundary fallback={<BrokenDialog opened={viewer.viewing !== null} onClose={viewer.close} />}>
          <Suspense>
            <Viewer
              videos={shown.some(({ taskId }) => taskId === viewer.viewing) ? shown : videos}
              viewing={viewer.viewing}
              covered={linkToShow !== null || toDelete !== null || gift !== null}
              onTurn={viewer.turnTo}
              onShare={(id) => void share(id)}
              onGift={give}
              onDelete={setToDelete}
              onClose={viewer.close}
            />
          </Suspense>
        </Boundary>
      )}
      <ShareDialog url={linkToShow} label={t('share.link')} onClose={() => setLinkToShow(null)} />
      <Dialog opened={printing} title={t('keepsake.several')} onClose={() => setPrinting(false)}>
        <KeepsakeForm of={{ videos: selection.ids.slice(0, limits.album.maxVideos) }} name="memori" />
      </Dialog>
      <GiftDialog gift={gift} onClose={() => setGift(null)} />
      <ConfirmDialog
        opened={toDelete !== null}
        title={t('gallery.deleteTitle', { name: lastToDelete ? titleOf(lastToDelete) : '' })}
        text={t('gallery.deleteText')}
        instead={lastToDelete && <PhotoDeletion video={lastToDelete} onDeleted={() => setToDelete(null)} />}
        action={t('gallery.delete')}
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          setToDelete(null);
          // The deletion then decides where the focus goes.
          opener.current = null;
          viewer.close();
          if (toDelete) deleteTask(toDelete);
        }}
      />
    </section>
  );
}
