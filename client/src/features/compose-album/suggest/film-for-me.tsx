import { useMutation } from '@tanstack/react-query';
import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { Button } from '#client/ui/button.tsx';
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
  const [done, setDone] = useState<Done | null>(null);
  const { mutate: look, isPending: looking } = useMutation({
    mutationFn: hashesOf,
    networkMode: 'always',
    // With the draft of that moment: its owner may have gone on typing.
    onSuccess: arrange,
  });
  if (draft.videos.length < limits.album.minVideos && !done) return null;

  function arrange(hashes: ReadonlyMap<string, PictureHash>) {
    const { videos, name, music } = draft;
    const film = suggestFilm(videos, hashes);
    const suggested = {
      name: name.trim() === '' ? titleOf(film, language, t('filmForMe.memories')) : name,
      music: music === emptyDraft.music ? moods[film.mood] : music,
    };
    setDone({ before: draft, suggested, leftOut: film.leftOut.length });
    onChange({ videos: film.videos, ...suggested });
  }

  function undo({ before, suggested }: Done) {
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
        onClick={() => (done ? undo(done) : looking || look(draft.videos))}
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
