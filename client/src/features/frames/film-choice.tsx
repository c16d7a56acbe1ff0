import { useTranslation } from 'react-i18next';
import type { FilmRef } from '../../../../shared/schemas/share.ts';
import { isCompleted } from '../../../../shared/status.ts';
import form from '../../components/form.module.css';
import { useRendition } from '../../lib/renditions.ts';
import { trpc } from '../../lib/trpc.ts';
import { useVideoTitle } from '../../lib/video-title.ts';
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
  const { data: albums } = trpc.album.list.useQuery();
  const videos = (tasks?.tasks ?? []).filter(({ status }) => isCompleted(status));
  const films = [
    ...(albums ?? [])
      .filter(({ status }) => status === 'completed')
      .map(({ mergeId, albumName, posterUrl }) => ({
        film: { kind: 'album', id: mergeId } as const,
        title: t('frames.album', { name: albumName }),
        poster: posterUrl,
      })),
    ...videos.map((video) => ({
      film: { kind: 'video', id: video.taskId } as const,
      title: titleOf(video),
      poster: video.thumbnailUrl,
    })),
  ];
  if (tasks && albums && films.length === 0) return <p className={form.text}>{t('frames.nothingYet')}</p>;
  return (
    <ul className={classes.films}>
      {films.map(({ film, title, poster }) => (
        <li key={film.id}>
          <label className={form.choice}>
            <input
              type="checkbox"
              checked={chosen.some(({ id }) => id === film.id)}
              onChange={() => onChange(toggled(chosen, film))}
            />
            {poster && <Thumbnail poster={poster} />}
            <span className={classes.filmName}>{title}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ poster }: { poster: string }) {
  return <img src={useRendition(poster)} alt="" loading="lazy" className={classes.thumbnail} />;
}
