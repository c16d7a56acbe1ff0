import { IconRotateClockwise, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Turn, turns } from '#shared/motion/turn.ts';
import { Button } from '#client/ui/button.tsx';
import { LivingPhoto } from '#client/entities/photo/ui/living-photo.tsx';
import print from '#client/ui/plain/print.module.css';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatBytes } from '#client/lib/format.ts';
import type { CropBox } from '#client/entities/photo/centre-crop.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import type { usePhoto } from './use-photo.ts';
import { FaceMarks } from './face-marks.tsx';
import { FoundFaces } from './found-faces.tsx';
import classes from './chosen-photo.module.css';

type Choices =
  | 'views'
  | 'turn'
  | 'setTurn'
  | 'isTurned'
  | 'rest'
  | 'faces'
  | 'toggleRest'
  | 'border'
  | 'setBorder'
  | 'restore'
  | 'setRestore'
  | 'restored';

interface ChosenPhotoProps {
  photo: Photo;
  choice: Pick<ReturnType<typeof usePhoto>, Choices | 'view' | 'clear'>;
  disabled: boolean;
}

interface RestorationProps extends Omit<ChosenPhotoProps, 'photo'> {
  /** Whether the photo is shown before restoration. */
  before: boolean;
  onBefore: (before: boolean) => void;
}

/**
 * The chosen photo as a moving print, with its name and size, the parts that the video leaves out, and a button to
 * remove it.
 */
export function ChosenPhoto({ photo, choice, disabled }: ChosenPhotoProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { file } = photo;
  const views = choice.views ?? photo.views;
  const [before, setBefore] = useState(false);
  const asItIs = views[choice.border];
  const view = before ? asItIs : (choice.view ?? asItIs);
  // A straightened print can't be shown as a part of the original photo.
  const crop = asItIs === photo.views.keep ? photo.crop : null;
  const living = (
    <LivingPhoto
      view={view}
      seed={photo.seed}
      rest={choice.rest}
      label={t('upload.preview', { name: file.name })}
    >
      <FaceMarks
        faces={choice.faces}
        picture={view.preview}
        disabled={disabled}
        onToggle={choice.toggleRest}
      />
    </LivingPhoto>
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
          icon={<IconRotateClockwise size={18} aria-hidden />}
          disabled={disabled}
          onClick={() => choice.setTurn(turnedOn(choice.turn))}
        >
          {t('upload.turn.button')}
        </Button>
        <Button
          look="quiet"
          small
          icon={<IconTrash size={18} aria-hidden />}
          disabled={disabled}
          onClick={choice.clear}
        >
          {t('upload.remove')}
        </Button>
      </figcaption>
      <div aria-live="polite" className={classes.seen}>
        {choice.isTurned && <p className={classes.note}>{t('upload.turn.found')}</p>}
        {choice.faces.length > 0 && <FoundFaces faces={choice.faces} />}
      </div>
      {photo.crop && <p className={classes.note}>{t('upload.cropped')}</p>}
      {views.isPrint && <Border choice={choice} disabled={disabled} />}
      <Restoration choice={choice} disabled={disabled} before={before} onBefore={setBefore} />
    </figure>
  );
}

/** A quarter further, clockwise. */
const turnedOn = (turn: Turn): Turn => turns[(turns.indexOf(turn) + 1) % turns.length] ?? 0;

/** Says that a border was found and what will happen to it, with a button for the alternative. */
function Border({ choice: { border, setBorder }, disabled }: Pick<ChosenPhotoProps, 'choice' | 'disabled'>) {
  const { t } = useTranslation();
  const other = border === 'crop' ? 'keep' : 'crop';
  return (
    <div className={`${classes.note} ${classes.border}`}>
      <p aria-live="polite">{t(`upload.border.${border}`)}</p>
      <Button look="quiet" small disabled={disabled} onClick={() => setBorder(other)}>
        {t(`upload.border.choose.${other}`)}
      </Button>
    </div>
  );
}

/** The switch for restoration, its explanation, and a toggle to see the photo before it. */
function Restoration({ choice, disabled, before, onBefore }: RestorationProps) {
  const { t } = useTranslation();
  const { restore, setRestore, restored } = choice;
  const done = restored?.isPlain ? 'damaged' : 'on';
  const state = !restore ? 'off' : restored === undefined ? 'waiting' : done;
  return (
    <div className={classes.restoration}>
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={restore}
          disabled={disabled}
          onChange={({ target }) => {
            setRestore(target.checked);
            onBefore(false);
          }}
        />
        {t('upload.restore.label')}
      </label>
      {restore && restored && (
        <Button look="quiet" small aria-pressed={before} onClick={() => onBefore(!before)}>
          {t('upload.restore.before')}
        </Button>
      )}
      <p aria-live="polite">{t(`upload.restore.${state}`)}</p>
    </div>
  );
}

/** The whole photo, behind the part that the video keeps. */
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
