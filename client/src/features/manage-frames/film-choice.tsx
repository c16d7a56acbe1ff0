import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilmRef } from '#shared/schemas/share.ts';
import { isCompleted } from '#shared/status.ts';
import form from '#client/ui/plain/form.module.css';
import { MoreAlbums } from '#client/entities/album/more-albums.tsx';
import { useAlbums } from '#client/entities/album/albums.ts';
import { useFocusLater } from '#client/lib/focus-later.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { trpc } from '#client/api/trpc.ts';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import { toggled } from './draft.ts';
import classes from './frames.module.css';

interface FilmChoiceProps {
  chosen: readonly FilmRef[];
  onChange: (chosen: FilmRef[]) => void;
}

/** The user's finished videos and albums as options. */
export function FilmChoice({ chosen, onChange }: FilmChoiceProps) {
  const { t } = useTranslation();
  const titleOf = useVideoTitle();
  const { data: tasks } = trpc.video.tasks.useQuery();
  const { albums, more } = useAlbums();
  const list = useRef<HTMLUListElement>(null);
  const moveFocus = useFocusLater();
  const videos = (tasks?.tasks ?? []).filter(({ status }) => isCompleted(status));
  const films = (albums ?? []).filter(({ status }) => status === 'completed');
  if (tasks && albums && videos.length + films.length === 0 && !more.isThere)
    return <p className={form.text}>{t('frames.nothingYet')}</p>;
  const option = (film: FilmRef, title: string, poster: string | null | undefined) => (
    <li key={film.id}>
      <label className={form.choice}>
        <input
          type="checkbox"
          value={film.id}
          checked={chosen.some(({ id }) => id === film.id)}
          onChange={() => onChange(toggled(chosen, film))}
        />
        {poster && <Thumbnail poster={poster} />}
        <span className={classes.filmName}>{title}</span>
      </label>
    </li>
  );
  const optionOf = (id: string) => () => list.current?.querySelector<HTMLElement>(`[value="${id}"]`);
  return (
    <ul ref={list} className={classes.films}>
      {films.map(({ mergeId, albumName, posterUrl }) =>
        option({ kind: 'album', id: mergeId }, t('frames.album', { name: albumName }), posterUrl),
      )}
      <MoreAlbums
        more={more}
        onLoaded={({ mergeId }) => moveFocus(optionOf(mergeId))}
        className={classes.more}
      />
      {videos.map((video) => option({ kind: 'video', id: video.taskId }, titleOf(video), video.thumbnailUrl))}
    </ul>
  );
}

function Thumbnail({ poster }: { poster: string }) {
  return <img src={useRendition(poster)} alt="" loading="lazy" className={classes.thumbnail} />;
}
