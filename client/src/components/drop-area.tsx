import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import classes from './drop-area.module.css';
import { PrintCorners, PrintInvitation } from './print-place.tsx';
import { useDrop } from './use-drop.ts';

export const photoTypes = 'image/jpeg,image/png,image/webp,.heic,.heif';

interface DropAreaProps {
  /** The file input, which takes the focus and opens the picker. */
  ref?: Ref<HTMLInputElement>;
  /** A photo is being looked at. */
  reading: boolean;
  /** Several can be picked in one go. */
  multiple?: boolean;
  /** Told what was dropped or picked, one file or more; to be read at once. Judges nothing. */
  onFiles: (files: FileList) => void;
  /** What takes the invitation's place, which then can still be dropped on; told what to show while it is not there yet. */
  children?: ((invitation: ReactNode) => ReactNode) | null;
}

/**
 * The empty place in the album: a photo is dropped on it or picked, by mouse, finger or keyboard. It may be rendered ahead
 * of time: it works without script, and what was chosen before it came alive is handed on when it does.
 */
export function DropArea({ ref, reading, multiple, onFiles, children }: DropAreaProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop(onFiles);

  function takeChosen(): void {
    if (!input.current?.files?.length) return;
    onFiles(input.current.files);
    // The same photo may be chosen again after another.
    input.current.value = '';
  }
  const comeAlive = useEffectEvent(takeChosen);
  useEffect(() => comeAlive(), []);

  const invitation = (
    <label htmlFor={id} className={classes.zone} aria-busy={reading}>
      <PrintCorners />
      <span id={`${id}name`} className={classes.name}>
        <PrintInvitation />
      </span>
      <span id={`${id}rules`} className={classes.rules}>
        {t('upload.rules')}
      </span>
    </label>
  );
  return (
    <div className={classes.place} data-over={drop.over || undefined} {...drop.handlers}>
      <input
        ref={useMergedRef(input, ref)}
        id={id}
        type="file"
        accept={photoTypes}
        multiple={multiple}
        hidden={Boolean(children)}
        className={classes.input}
        aria-labelledby={`${id}name`}
        aria-describedby={`${id}rules`}
        onChange={takeChosen}
      />
      {children ? children(invitation) : invitation}
    </div>
  );
}
