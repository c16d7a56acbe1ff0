import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { Button } from '#client/components/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { type AlbumDraft, emptyDraft } from '../form/draft.ts';
import { moods } from '../form/moods.ts';
import classes from './film-for-me.module.css';
import { hashPicture, type PictureHash } from './picture-hash.ts';
import { suggestFilm } from './suggest-film.ts';
import { titleOf } from './suggested-title.ts';

interface FilmForMeProps {
  draft: AlbumDraft;
  onChange: (part: Partial<AlbumDraft>) => void;
}

interface Done {
  before: AlbumDraft;
  suggested: Pick<AlbumDraft, 'name' | 'music'>;
  leftOut: number;
}

/**
 * Puts the videos in order, leaves near twins out, and proposes a name and music, on one press, which can be undone. What
 * its user has chosen stays.
 */
export function FilmForMe({ draft, onChange }: FilmForMeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [looking, setLooking] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  if (draft.videos.length < limits.album.minVideos && !done) return null;

  async function arrange() {
    if (looking) return;
    setLooking(true);
    const { videos, name, music } = draft;
    const film = suggestFilm(videos, await hashesOf(videos));
    setLooking(false);
    const suggested = {
      name: name.trim() === '' ? titleOf(film, language, t('filmForMe.memories')) : name,
      music: music === emptyDraft.music ? moods[film.mood] : music,
    };
    setDone({ before: draft, suggested, leftOut: film.leftOut.length });
    onChange({ videos: film.videos, ...suggested });
  }

  function undo() {
    if (!done) return;
    const { before, suggested } = done;
    // What was written or chosen since stays.
    onChange({
      videos: before.videos,
      ...(draft.name === suggested.name && { name: before.name }),
      ...(draft.music === suggested.music && { music: before.music }),
    });
    setDone(null);
  }

  const Icon = done ? IconArrowBackUp : IconSparkles;
  return (
    <div className={classes.part}>
      <Button
        look="quiet"
        icon={<Icon size={20} aria-hidden />}
        aria-disabled={looking}
        onClick={() => void (done ? undo() : arrange())}
      >
        {t(done ? 'filmForMe.undo' : looking ? 'filmForMe.looking' : 'filmForMe.arrange')}
      </Button>
      <p aria-live="polite" className={classes.note}>
        {done
          ? `${t('filmForMe.arranged')} ${done.leftOut > 0 ? t('filmForMe.leftOut', { count: done.leftOut }) : ''}`
          : t('filmForMe.hint')}
      </p>
    </div>
  );
}

async function hashesOf(videos: AlbumDraft['videos']): Promise<Map<string, PictureHash>> {
  const hashes = new Map<string, PictureHash>();
  for (const { taskId, thumbnailUrl } of videos) {
    const hash = thumbnailUrl === null ? null : await hashPicture(thumbnailUrl);
    if (hash) hashes.set(taskId, hash);
  }
  return hashes;
}
