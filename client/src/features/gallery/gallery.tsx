import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/limits.ts';
import classes from './gallery.module.css';
import { ShareDialog } from './share-dialog.tsx';
import { useVideos } from './use-videos.ts';
import { VideoCard } from './video-card.tsx';

/** The finished videos in a grid, or what stands there before and without them. */
export function Gallery() {
  const { t } = useTranslation();
  const { loading, failed, retry, videos } = useVideos();
  const [linkToShow, setLinkToShow] = useState<string | null>(null);
  return (
    <section className={classes.gallery} aria-labelledby="gallery-title" aria-busy={loading}>
      <h2 id="gallery-title" className={classes.title}>
        {loading ? t('gallery.titleLoading') : t('gallery.title', { count: videos.length })}
      </h2>
      {loading && <Skeletons />}
      {failed && (
        <div className={classes.empty} role="alert">
          <p>{t('gallery.failed')}</p>
          <Button variant="default" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {!loading && !failed && videos.length === 0 && (
        <div className={classes.empty}>
          <h3 className={classes.emptyTitle}>{t('gallery.emptyTitle')}</h3>
          <p>{t('gallery.empty')}</p>
        </div>
      )}
      {videos.length > 0 && (
        <ul className={classes.grid}>
          {videos.map((video) => (
            <VideoCard key={video.taskId} video={video} onShowLink={setLinkToShow} />
          ))}
        </ul>
      )}
      <ShareDialog url={linkToShow} onClose={() => setLinkToShow(null)} />
    </section>
  );
}

function Skeletons() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status">
      <span className="visuallyHidden">{t('gallery.loading')}</span>
      {Array.from({ length: limits.gallery.skeletons }, (_, index) => (
        <Skeleton key={index} className={classes.skeleton} data-testid="skeleton" />
      ))}
    </div>
  );
}
