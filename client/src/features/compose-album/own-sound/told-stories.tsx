import { IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { formatElapsed } from '#client/lib/format.ts';
import { useVideoNames } from '#client/entities/video/video-title.ts';
import type { AlbumDraft } from '../form/draft.ts';
import classes from './own-sound.module.css';
import type { OwnVoice } from './recordings.ts';
import type { ToldStory } from './use-told-stories.ts';

interface ToldStoriesProps {
  draft: AlbumDraft;
  stories: readonly ToldStory[];
  onUse: (voice: OwnVoice) => void;
  /** Those that speak in it already. */
  children: ReactNode;
}

/** What relatives told about the photos of these videos: each can be a voice of its video, with its words. */
export function ToldStories({ draft: { videos }, stories, onUse, children }: ToldStoriesProps) {
  const { t } = useTranslation();
  const nameOf = useVideoNames(videos);
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{t('ownSound.toldTitle')}</h3>
      {children}
      {/* An empty list would be announced. */}
      <ul className={classes.told} hidden={stories.length === 0}>
        {stories.map(({ audioId, seconds, story: { videoId, speaker: name, text } }) => {
          const told = videos.find(({ taskId }) => taskId === videoId);
          const video = told ? nameOf(told) : '';
          return (
            <li key={audioId} className={classes.chosen}>
              <span className={classes.name}>{t('ownSound.toldAbout', { name, video })}</span>
              <span className={classes.time}>{formatElapsed(seconds)}</span>
              <Button
                look="quiet"
                small
                icon={<IconVolume size={18} aria-hidden />}
                aria-label={t('ownSound.letSpeakNamed', { name, video })}
                onClick={() => onUse({ audioId, seconds, name, videoId, text: text ?? '', told: true })}
              >
                {t('ownSound.letSpeak')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
