import { useTranslation } from 'react-i18next';
import { type SharedKind, sharedSlots } from '../../../../shared/shared-page.ts';
import { publicPath } from '../../lib/public-path.ts';
import classes from './shared-film.module.css';

const { id, name, width, height } = sharedSlots;

/**
 * The film as a print in an album: it loops without its sound until that is asked for. The page
 * offers to keep it, so the player does not.
 */
export function SharedFilm({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  return (
    <div className={classes.leaf}>
      <div className={classes.print}>
        <video
          src={publicPath(kind, id)}
          poster={publicPath(kind, id, 'poster')}
          // An album says with its first byte how large it is.
          {...(kind === 'video' ? { width, height } : {})}
          aria-label={t(`shared.${kind}.poster`, { name })}
          className={classes.video}
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
