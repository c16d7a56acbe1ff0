import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingPhoto } from '#shared/schemas/box.ts';
import button from '#client/ui/plain/button.module.css';
import { Button } from '#client/ui/button.tsx';
import { trpc } from '#client/api/trpc.ts';
import classes from './boxes.module.css';

interface StoryAnswerProps {
  story: NonNullable<WaitingPhoto['story']>;
  sender: string;
  busy: boolean;
  /** Whether the story is kept with the video. */
  onApprove: (withStory: boolean) => void;
  /** The button that refuses both. */
  children: ReactNode;
}

/** What is told with a waiting photo, and the two ways to approve it: the story is kept only once it was heard. */
export function StoryAnswer({ story, sender: name, busy, onApprove, children }: StoryAnswerProps) {
  const { t } = useTranslation();
  const [heard, setHeard] = useState(false);
  const [unplayable, setUnplayable] = useState(false);
  const config = trpc.config.get.useQuery().data;
  const hear = () => setHeard(true);
  const kept = config ? t('boxes.storyHeard', { count: Math.max(1, config.photoRetentionDays) }) : '';
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words, where they were written down, are below */}
      <audio
        controls
        preload="metadata"
        src={story.url}
        aria-label={t('boxes.story', { name })}
        className={classes.player}
        onPlaying={hear}
        onError={() => setUnplayable(true)}
      />
      {unplayable && (
        <p className={classes.about}>
          {t('boxes.storyUnplayable')}{' '}
          <a href={story.url} download={`${name}.m4a`} className={button.plain} onClick={hear}>
            {t('boxes.storySave')}
          </a>
        </p>
      )}
      {story.words && <blockquote className={classes.words}>{story.words}</blockquote>}
      <p role="status" className={classes.about}>
        {heard ? kept : t('boxes.storyUnheard')}
      </p>
      <div className={classes.actions}>
        <Button
          look={heard ? 'filled' : 'quiet'}
          small
          aria-disabled={busy || !heard}
          aria-label={t('boxes.approveStoryNamed', { name })}
          onClick={() => !busy && heard && onApprove(true)}
        >
          {t('boxes.approveStory')}
        </Button>
        <Button
          look="quiet"
          small
          aria-disabled={busy}
          aria-label={t('boxes.approveAloneNamed', { name })}
          onClick={() => !busy && onApprove(false)}
        >
          {t('boxes.approveAlone')}
        </Button>
        {children}
      </div>
    </>
  );
}
