import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { photoTypes } from '../photo-types.ts';
import classes from './drop-area.module.css';
import { PrintCorners, PrintInvitation } from '#client/ui/plain/print-place.tsx';
import { useDrop } from './use-drop.ts';

interface DropAreaProps {
  /** The file input, which can be focused and opens the picker. */
  ref?: Ref<HTMLInputElement>;
  /** A photo is being read. */
  reading: boolean;
  /** Allows picking several files at once. */
  multiple?: boolean;
  /** Called with one or more files that were dropped or picked; read them immediately. Does no validation. */
  onFiles: (files: FileList) => void;
  /**
   * Replaces the invitation and still accepts drops; receives the invitation to show until its own content is ready.
   */
  children?: ((invitation: ReactNode) => ReactNode) | null;
}

/**
 * The empty place in the album: a photo is dropped on it or picked, by mouse, touch or keyboard. May be prerendered: it
 * works without script, and files chosen before hydration are passed on afterwards.
 */
export function DropArea({ ref, reading, multiple, onFiles, children }: DropAreaProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop(onFiles);

  function takeChosen(): void {
    if (!input.current?.files?.length) return;
    onFiles(input.current.files);
    // Allows choosing the same photo again after another one.
    input.current.value = '';
  }
  const activate = useEffectEvent(takeChosen);
  useEffect(() => activate(), []);

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
