import { useTranslation } from 'react-i18next';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import classes from './moving-picture.module.css';
import { Picture } from './picture.tsx';
import type { PictureName } from './picture-files.ts';
import { videoUrl } from './video-files.ts';

/** The films that play by themselves, and the first frame of each: for a print, its restored version. */
const firstFrames = {
  grandmother: 'grandmother-restored',
  grandfather: 'grandfather-restored',
  family: 'family-restored',
  dog: 'dog',
} as const satisfies Record<string, PictureName>;

interface MovingPictureProps {
  name: keyof typeof firstFrames;
  alt: string;
  sizes: string;
  first?: boolean;
}

/**
 * A video made by Memori on top of its own first frame, so that the transition is invisible; the picture stays if
 * motion is not wanted.
 */
export function MovingPicture({ name, alt, sizes, first = false }: MovingPictureProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Picture name={firstFrames[name]} alt={alt} sizes={sizes} first={first} className={classes.picture} />
      <div className={classes.video} data-first={first || undefined}>
        <LoopingVideo
          src={videoUrl(name)}
          immediate={first}
          playLabel={t('landing.video.play', { name: alt })}
          pauseLabel={t('landing.video.pause', { name: alt })}
        />
      </div>
    </div>
  );
}
