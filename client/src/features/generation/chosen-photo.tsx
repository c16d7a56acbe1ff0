import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { LivingPhoto } from '../../components/living-photo.tsx';
import print from '../../components/print.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatBytes } from '../../lib/format.ts';
import type { CropBox } from '../../lib/photo/centre-crop.ts';
import type { Photo } from '../../lib/photo/read-photo.ts';
import classes from './chosen-photo.module.css';

interface ChosenPhotoProps {
  photo: Photo;
  disabled: boolean;
  onRemove: () => void;
}

/** The chosen photo as a print that moves, with its name and size, what of it the video leaves out, and a way to drop it. */
export function ChosenPhoto({ photo, disabled, onRemove }: ChosenPhotoProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { file, crop, preview } = photo;
  const living = (
    <LivingPhoto preview={preview} seed={photo.seed} label={t('upload.preview', { name: file.name })} />
  );
  return (
    <figure className={classes.figure}>
      <div className={`${print.print} ${classes.print}`}>
        {crop ? (
          <Uncropped photo={photo}>
            <div className={classes.kept} style={boxStyle(crop)}>
              {living}
            </div>
          </Uncropped>
        ) : (
          living
        )}
      </div>
      <figcaption className={classes.caption}>
        <div className={classes.words}>
          <p className={classes.name}>{file.name}</p>
          <p className={classes.size}>{formatBytes(file.size, language)}</p>
        </div>
        <Button
          look="quiet"
          small
          icon={<IconTrash size={18} aria-hidden />}
          disabled={disabled}
          onClick={onRemove}
        >
          {t('upload.remove')}
        </Button>
      </figcaption>
      {crop && <p className={classes.note}>{t('upload.cropped')}</p>}
    </figure>
  );
}

/** All of a photo, as it lies under the part that the video keeps. */
function Uncropped({ photo: { file, size }, children }: { photo: Photo; children: ReactNode }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    image.current?.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <div className={classes.frame}>
      <img ref={image} width={size.width} height={size.height} alt="" className={classes.image} />
      {children}
    </div>
  );
}

function boxStyle({ left, top, width, height }: CropBox) {
  const percent = (fraction: number) => `${fraction * 100}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}
