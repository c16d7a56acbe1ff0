import { useTranslation } from 'react-i18next';
import { LoopingVideo } from '../../components/looping-video.tsx';
import classes from './moving-picture.module.css';
import { Picture } from './picture.tsx';
import type { PictureName } from './picture-files.ts';
import { videoUrl } from './video-files.ts';

interface MovingPictureProps {
  name: PictureName;
  alt: string;
  sizes: string;
  first?: boolean;
}

/**
 * A picture, and over it the video that Memori made of it. The video's first frame is the picture: nobody sees where
 * one ends and the other begins, and where nothing shall move the picture stays.
 */
export function MovingPicture({ name, alt, sizes, first = false }: MovingPictureProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Picture name={name} alt={alt} sizes={sizes} first={first} className={classes.picture} />
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
