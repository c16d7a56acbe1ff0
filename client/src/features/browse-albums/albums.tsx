import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { type Gift, GiftDialog } from '#client/entities/film/gift/gift-dialog.tsx';
import { MoreAlbums } from '#client/entities/album/more-albums.tsx';
import { ShareDialog } from '#client/entities/film/share-dialog.tsx';
import { useFocusCard } from '#client/ui/use-focus-card.ts';
import { useAlbums } from '#client/entities/album/albums.ts';
import { neighbourOf } from '#client/lib/neighbour.ts';
import { useLast } from '#client/lib/use-last.ts';
import { useShareLink } from '#client/entities/film/use-share-link.ts';
import { AlbumCard } from './album-card.tsx';
import classes from './albums.module.css';
import { useDeleteAlbum } from './use-delete-album.ts';

/** The user's albums in a row, newest first, finished or not; renders nothing if there are none. */
export function Albums({ onOpen }: { onOpen: (mergeId: string) => void }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const { albums = [], isError, refetch, more } = useAlbums();
  const [linkToShow, setLinkToShow] = useState<string | null>(null);
  const share = useShareLink('album', setLinkToShow);
  const [gift, setGift] = useState<Gift | null>(null);
  const [toDelete, setToDelete] = useState<MergeStatus | null>(null);
  const lastToDelete = useLast(toDelete);
  const focusOn = useFocusCard(section);
  const remove = useDeleteAlbum(focusOn);

  const row = useRef<HTMLUListElement>(null);
  const newest = albums[0]?.mergeId;

  // A new album comes first: a scrolled row would hide it.
  useEffect(() => {
    // Without a return value: newer browsers return a promise, which is not a cleanup function.
    row.current?.scrollTo({ left: 0 });
  }, [newest]);

  // By id: the list may have been refetched since the album was taken from it.
  const nextTo = ({ mergeId }: MergeStatus) =>
    neighbourOf(
      albums.map((album) => album.mergeId),
      mergeId,
    );

  return (
    <>
      {isError && albums.length === 0 && (
        <div className={classes.failed} role="alert">
          <p>{t('albums.failed')}</p>
          <Button look="quiet" onClick={() => refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {albums.length > 0 && (
        <section ref={section} className={classes.albums} aria-labelledby="albums-title">
          <h2 id="albums-title" className={classes.title}>
            {t('albums.title')}
          </h2>
          <ul ref={row} className={classes.row}>
            {albums.map((album) => (
              <AlbumCard
                key={album.mergeId}
                album={album}
                onOpen={onOpen}
                onShare={(id) => void share(id)}
                onGift={() => setGift({ kind: 'album', id: album.mergeId, name: album.albumName })}
                onDelete={() => setToDelete(album)}
                onDismiss={() => void remove(album, nextTo(album))}
                onCanceled={() => focusOn(nextTo(album))}
                onReplaced={focusOn}
              />
            ))}
            <MoreAlbums more={more} onLoaded={({ mergeId }) => focusOn(mergeId)} className={classes.more} />
          </ul>
        </section>
      )}
      <ShareDialog url={linkToShow} label={t('albums.link')} onClose={() => setLinkToShow(null)} />
      <GiftDialog gift={gift} onClose={() => setGift(null)} />
      <ConfirmDialog
        opened={toDelete !== null}
        title={t('albums.deleteTitle', { name: lastToDelete?.albumName })}
        text={t('albums.deleteText')}
        action={t('gallery.delete')}
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          setToDelete(null);
          if (toDelete) void remove(toDelete, nextTo(toDelete));
        }}
      />
    </>
  );
}
