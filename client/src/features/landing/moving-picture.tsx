import { useTranslation } from 'react-i18next';
import { LoopingVideo } from '../../components/looping-video.tsx';
import classes from './moving-picture.module.css';
import { Picture } from './picture.tsx';
import type { PictureName } from './picture-files.ts';
import { videoUrl } from './video-files.ts';

/** The films that are shown by themselves, and the first frame of each: of a print, as it is restored. */
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
 * A video that Memori made, over its own first frame: nobody sees where one ends and the other begins, and where nothing
 * shall move the picture stays.
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
