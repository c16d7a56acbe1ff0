import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconCamera } from '@tabler/icons-react';
import { type Ref, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { PrintCorners, PrintInvitation } from '../../components/print-place.tsx';
import classes from './drop-area.module.css';

const pickerTypes = 'image/jpeg,image/png,image/webp';

interface DropAreaProps {
  /** The button that opens the picker. */
  ref: Ref<HTMLButtonElement>;
  checking: boolean;
  onChoose: (file: File) => void;
  onRefuse: (code: ErrorCode) => void;
}

/**
 * Takes one file, dropped, picked or, on a phone, fresh from the camera. Judges nothing but their number: what a file
 * is, its content tells, not its name.
 */
export function DropArea({ ref, checking, onChoose, onRefuse }: DropAreaProps) {
  const { t } = useTranslation();
  const rulesId = useId();
  const camera = useRef<HTMLInputElement>(null);
  const choose = (files: FileList | File[] | null) => {
    const file = files?.[0];
    if (file) onChoose(file);
  };
  return (
    <div className={classes.area}>
      <Dropzone
        onDrop={() => undefined}
        onDropAny={(files, rejections) => {
          // Nothing but their number makes the dropzone reject files.
          if (files.length + rejections.length > 1) onRefuse('one_file_only');
          else choose(files);
        }}
        multiple={false}
        loading={checking}
        className={classes.zone}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ accept: pickerTypes, tabIndex: -1 }}
      >
        <div className={classes.inner}>
          <PrintCorners />
          {/* Its click is the area's click, which opens the picker: the keyboard's way to it. */}
          <button ref={ref} type="button" className={classes.invitation} aria-describedby={rulesId}>
            <PrintInvitation />
          </button>
          <p id={rulesId} className={classes.rules}>
            {t('upload.rules')}
          </p>
        </div>
      </Dropzone>
      <Button
        variant="default"
        className={classes.camera}
        leftSection={<IconCamera size={20} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        {t('upload.camera')}
      </Button>
      <input
        ref={camera}
        type="file"
        accept={pickerTypes}
        capture="environment"
        hidden
        data-testid="camera-input"
        onChange={(event) => {
          choose(event.currentTarget.files);
          // The same photo may be taken up again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
