import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import fields from '#client/ui/plain/field.module.css';
import { type GalleryOrder, galleryOrders } from './gallery-order.ts';
import classes from './gallery-tools.module.css';

interface GalleryToolsProps {
  order: GalleryOrder;
  onOrder: (order: GalleryOrder) => void;
  /** What is searched for; null if there are too few videos for a search. */
  query: string | null;
  onQuery: (query: string) => void;
  /** How many videos were found; null while nothing is searched for. */
  found: number | null;
  field: Ref<HTMLInputElement>;
}

/** The order of the gallery, and a search. */
export function GalleryTools({ order, onOrder, query, onQuery, found, field }: GalleryToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      {query !== null && (
        <label className={`${classes.tool} ${classes.search}`}>
          {t('gallery.search')}
          <input
            ref={field}
            type="search"
            className={fields.box}
            value={query}
            autoComplete="off"
            enterKeyHint="search"
            onChange={({ target }) => onQuery(target.value)}
          />
        </label>
      )}
      <label className={classes.tool}>
        {t('gallery.order')}
        <select
          className={fields.box}
          value={order}
          onChange={({ target }) => onOrder(target.value as GalleryOrder)}
        >
          {galleryOrders.map((each) => (
            <option key={each} value={each}>
              {t(`gallery.orders.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className={found === 0 ? 'visuallyHidden' : classes.found}>
        {found !== null && t('gallery.found', { count: found })}
      </p>
    </div>
  );
}
