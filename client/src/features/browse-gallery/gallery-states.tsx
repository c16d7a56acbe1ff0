import { Skeleton } from '#client/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { appLimits } from '#shared/app-limits.ts';
import classes from './gallery.module.css';

/** Shown while the gallery is loading. */
export function GalleryLoading() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status">
      <span className="visuallyHidden">{t('gallery.loading')}</span>
      {Array.from({ length: appLimits.gallery.skeletons }, (_, index) => (
        <Skeleton key={index} className={classes.skeleton} testId="skeleton" />
      ))}
    </div>
  );
}

/** Shown if there are no videos yet. */
export function GalleryEmpty() {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <h3 className={classes.emptyTitle}>{t('gallery.emptyTitle')}</h3>
      <p>{t('gallery.empty')}</p>
    </div>
  );
}

/** Shown if a search finds nothing. */
export function NothingFound({ query, onShowAll }: { query: string; onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <h3 className={classes.emptyTitle}>{t('gallery.nothingFound', { query })}</h3>
      <p>{t('gallery.nothingFoundText')}</p>
      <Button look="quiet" onClick={onShowAll}>
        {t('gallery.showAll')}
      </Button>
    </div>
  );
}

/** Shown if loading failed. */
export function GalleryFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty} role="alert">
      <p>{t('gallery.failed')}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
