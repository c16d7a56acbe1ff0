import { useTranslation } from 'react-i18next';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import film from '#client/entities/film/film.module.css';
import { frameStyle } from '#client/lib/frame-style.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import classes from './shared-film.module.css';

const { id, name, width, height } = sharedSlots;

/**
 * The film as a print in an album: it loops, muted until the viewer asks for sound. The page has the download button,
 * so the player has none.
 */
export function SharedFilm({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  return (
    <div className={classes.leaf}>
      <div className={classes.print}>
        <video
          src={publicPath(kind, id)}
          poster={publicPath(kind, id, 'poster')}
          width={width}
          height={height}
          aria-label={t(`shared.${kind}.poster`, { name })}
          className={`${film.film} ${classes.video}`}
          style={frameStyle({ width, height })}
          controls
          controlsList="nodownload"
          loop
          muted
          playsInline
          preload="metadata"
        />
      </div>
    </div>
  );
}
