import { limits } from '#shared/limits.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { isAlbumFinal } from '#shared/status.ts';
import card from '#client/entities/film/card.module.css';
import { EditableName } from '#client/ui/editable-name.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMonthDay } from '#client/lib/format.ts';
import classes from './album-card.module.css';
import { FilmFacts } from '#client/entities/album/film-facts.tsx';
import { useRenameAlbum } from '#client/entities/album/use-rename-album.ts';
import { CompletedCardBody } from './completed-card-body.tsx';
import { FailedCardBody } from './failed-card-body.tsx';
import { UnfinishedCardBody } from './unfinished-card-body.tsx';

interface AlbumCardProps {
  album: MergeStatus;
  onOpen: (mergeId: string) => void;
  onShare: (id: string) => void;
  onGift: () => void;
  /** Asks for confirmation. */
  onDelete: () => void;
  /** Does not ask for confirmation. */
  onDismiss: () => void;
  onCanceled: () => void;
  /** Called with the album that replaces this one. */
  onReplaced: (mergeId: string) => void;
}

/** One album in the list: the film, its progress, or why it failed. */
export function AlbumCard({
  album,
  onOpen,
  onShare,
  onGift,
  onDelete,
  onDismiss,
  onCanceled,
  onReplaced,
}: AlbumCardProps) {
  return (
    <li className={`${card.card} ${classes.card}`} data-card={album.mergeId} data-status={album.status}>
      {album.status === 'completed' && (
        <CompletedCardBody album={album} onShare={onShare} onGift={onGift} onDelete={onDelete}>
          <Words album={album} onOpen={onOpen} />
        </CompletedCardBody>
      )}
      {album.status === 'failed' && (
        <FailedCardBody album={album} onDismiss={onDismiss} onReplaced={onReplaced}>
          <Words album={album} onOpen={onOpen} />
        </FailedCardBody>
      )}
      {!isAlbumFinal(album.status) && (
        <UnfinishedCardBody album={album} onCanceled={onCanceled}>
          <Words album={album} onOpen={onOpen} />
        </UnfinishedCardBody>
      )}
    </li>
  );
}

/** An album's name, which opens it and can be edited, and what it consists of. */
function Words({ album, onOpen }: { album: MergeStatus; onOpen: (mergeId: string) => void }) {
  const language = useLanguage();
  const rename = useRenameAlbum(album.mergeId);
  return (
    <div className={classes.words}>
      <EditableName
        name={album.albumName}
        shown={album.albumName}
        maxLength={limits.album.maxNameLength}
        required
        onRename={rename}
      >
        <h3 className={classes.name} tabIndex={-1}>
          <button type="button" className={classes.open} onClick={() => onOpen(album.mergeId)}>
            {album.albumName}
          </button>
        </h3>
      </EditableName>
      <p className={card.soft}>
        <FilmFacts album={album} />
        <span>
          {' · '}
          <time dateTime={album.createdAt}>{formatMonthDay(album.createdAt, language)}</time>
        </span>
      </p>
    </div>
  );
}
