import { useTranslation } from 'react-i18next';
import type { FilmFormat } from '#shared/film/look.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { formatElapsed } from '#client/lib/format.ts';

const shapes = { '16:9': 'television', '9:16': 'phone', '1:1': 'square' } as const satisfies Record<
  Exclude<FilmFormat, 'auto'>,
  string
>;

/** How many videos an album has; once it is a film, how long it is, and its format unless that is the photos' own. */
export function FilmFacts({ album: { totalVideos, seconds, format } }: { album: MergeStatus }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t('albums.videos', { count: totalVideos })}</span>
      {seconds !== undefined && (
        <span>
          {' · '}
          <time dateTime={`PT${Math.round(seconds)}S`}>{formatElapsed(Math.round(seconds))}</time>
        </span>
      )}
      {format !== 'auto' && <span> · {t(`albums.shapes.${shapes[format]}`)}</span>}
    </>
  );
}
