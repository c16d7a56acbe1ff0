import { IconCamera } from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { DropAnywhere } from '#client/ui/drop-anywhere.tsx';
import { DropArea } from '#client/entities/photo/ui/drop-area.tsx';
import { appLimits } from '#shared/app-limits.ts';
import { keptFile } from '#client/entities/photo/kept-file.ts';
import { photoTypes } from '#client/entities/photo/photo-types.ts';
import classes from './photo-choice.module.css';

/** Further ones are not taken. */
const { maxPhotos: maxKept } = appLimits.upload;

interface PhotoChoiceProps {
  /** The input that opens the picker. */
  ref: Ref<HTMLInputElement>;
  checking: boolean;
  /** Called with one or more photos. */
  onChoose: (files: File[]) => void;
}

/**
 * Accepts files that are dropped anywhere on the page, picked, or taken with a phone's camera. Does no validation: a
 * file's type is determined by its content, not its name.
 */
export function PhotoChoice({ ref, checking, onChoose }: PhotoChoiceProps) {
  const { t } = useTranslation();
  const camera = useRef<HTMLInputElement>(null);
  const latestChoice = useRef(0);
  async function keep(files: readonly File[]): Promise<void> {
    const choice = ++latestChoice.current;
    const kept = await Promise.all(files.slice(0, maxKept).map(keptFile));
    if (choice === latestChoice.current) onChoose([...kept, ...files.slice(maxKept)]);
  }
  const choose = (files: ArrayLike<File> | null) => {
    if (files?.length) void keep(Array.from(files));
  };
  return (
    <div className={classes.choice}>
      <DropArea ref={ref} reading={checking} multiple onFiles={choose} />
      <DropAnywhere onFiles={choose} text={t('upload.letGo')} />
      <Button
        look="quiet"
        className={classes.camera}
        icon={<IconCamera size={20} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        {t('upload.camera')}
      </Button>
      <input
        ref={camera}
        type="file"
        accept={photoTypes}
        capture="environment"
        hidden
        data-testid="camera-input"
        onChange={(event) => {
          choose(event.currentTarget.files);
          // Allows choosing the same photo again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
