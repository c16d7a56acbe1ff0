import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Movements as Choice } from '#shared/schemas/video.ts';
import { useOnScreen } from '#client/ui/plain/use-on-screen.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import classes from './movements.module.css';
import { useMovements } from './use-movements.ts';

/** How a finished video would look with other camera movements, as small animated previews to choose from. */
export function Movements({ taskId }: { taskId: string }) {
  const { t } = useTranslation();
  const { movements, choose } = useMovements(taskId);
  const list = useRef<HTMLUListElement>(null);
  // With a single one there is nothing to choose.
  if (!movements || movements.movements.length < 2) return null;
  const making = movements.movements.find(({ state }) => state === 'making');
  return (
    <section aria-labelledby="movements">
      <h3 id="movements" className={classes.title}>
        {t('movements.title')}
      </h3>
      <p className={classes.text}>{t('movements.text')}</p>
      <Pictures taskId={taskId} list={list} movements={movements} onChoose={choose} />
      <p className={classes.text} role="status">
        {making && t('movements.making', { name: t(`movements.names.${making.motion}`) })}
      </p>
    </section>
  );
}

interface PicturesProps {
  taskId: string;
  list: RefObject<HTMLUListElement | null>;
  movements: Choice;
  onChoose: ReturnType<typeof useMovements>['choose'];
}

function Pictures({ taskId, list, movements: { shown, movements }, onChoose }: PicturesProps) {
  const { t } = useTranslation();
  const { onScreen } = useOnScreen(list);
  const poster = useRendition(publicPath('video', taskId, 'poster'));
  return (
    <ul ref={list} className={classes.list} data-seen={onScreen || undefined}>
      {movements.map(({ motion, state, progress }) => (
        <li key={motion}>
          <button
            type="button"
            className={classes.choice}
            aria-pressed={shown === motion}
            onClick={() => onChoose(motion)}
          >
            <span className={classes.picture} data-motion={motion}>
              <img src={poster} alt="" draggable={false} />
              <img src={poster} alt="" draggable={false} />
              {state === 'making' && (
                <span className={classes.progress} aria-hidden>
                  {t('movements.percent', { progress })}
                </span>
              )}
            </span>
            {t(`movements.names.${motion}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
