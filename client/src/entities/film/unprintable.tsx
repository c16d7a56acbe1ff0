import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { trpc } from '#client/api/trpc.ts';
import classes from '#client/ui/plain/form.module.css';

interface UnprintableProps {
  /** What is drawn: the names of videos or of an album, and texts. */
  videos?: readonly string[];
  album?: string;
  texts?: readonly string[];
  on: 'card' | 'film';
}

/** Says which characters no font has, before anything is made without them. */
export function Unprintable({ videos = [], album, texts = [], on }: UnprintableProps) {
  const { t } = useTranslation();
  const drawn = {
    ...(videos.length > 0 && { videos: [...videos] }),
    ...(album && { album }),
    ...(texts.length > 0 && { texts: [...texts] }),
  };
  const isAsked = Object.keys(drawn).length > 0;
  const { data: characters = [] } = trpc.share.unprintable.useQuery(drawn, {
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!isAsked) return null;
  return (
    <div role="status">
      {characters.length > 0 && (
        <p className={classes.text}>{t(`unprintable.${on}`, { characters: characters.join(' ') })}</p>
      )}
    </div>
  );
}
