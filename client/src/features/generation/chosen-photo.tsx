import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatBytes } from '../../lib/format.ts';
import classes from './chosen-photo.module.css';
import type { CropBox } from './photo-geometry.ts';
import type { Photo } from './read-photo.ts';

interface ChosenPhotoProps {
  photo: Photo;
  disabled: boolean;
  onRemove: () => void;
}

/** The chosen photo as a print, with its name and size, what of it the video leaves out, and a way to drop it. */
export function ChosenPhoto({ photo, disabled, onRemove }: ChosenPhotoProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { file, url, size, crop } = photo;
  return (
    <figure className={classes.figure}>
      <div className={classes.print}>
        <div className={classes.frame}>
          <img
            src={url}
            width={size.width}
            height={size.height}
            alt={t('upload.preview', { name: file.name })}
            className={classes.image}
          />
          {crop && <div className={classes.kept} style={boxStyle(crop)} data-testid="crop" />}
        </div>
      </div>
      <figcaption className={classes.caption}>
        <div className={classes.words}>
          <p className={classes.name}>{file.name}</p>
          <p className={classes.size}>{formatBytes(file.size, language)}</p>
        </div>
        <Button
          variant="default"
          size="sm"
          className={classes.remove}
          leftSection={<IconTrash size={18} aria-hidden />}
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

function boxStyle({ left, top, width, height }: CropBox) {
  const percent = (fraction: number) => `${fraction * 100}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}
