import { IconPlayerPauseFilled } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import classes from './face-marks.module.css';
import { type FaceInView, markedFaces, roomsOf } from './marked-faces.ts';

interface FaceMarksProps {
  faces: readonly FaceInView[];
  /** The size of the picture. */
  picture: FrameSize;
  disabled: boolean;
  /** Called with the index of the face to rest, or to move again. */
  onToggle: (index: number) => void;
}

/** A button around each face that moves, over its picture: whoever is chosen stays still. */
export function FaceMarks({ faces, picture, disabled, onToggle }: FaceMarksProps) {
  const { t } = useTranslation();
  const marked = markedFaces(faces);
  const rooms = roomsOf(marked, picture);
  return (
    <div
      className={classes.marks}
      data-many={marked.length > many}
      role="group"
      aria-label={t('upload.found.marks')}
    >
      {marked.map(({ face, index, number }, i) => (
        <button
          key={index}
          type="button"
          className={classes.mark}
          style={styleOf(face, rooms[i]!, picture)}
          aria-pressed={face.rests}
          aria-label={t(`upload.found.mark.${face.kind}`, { number })}
          disabled={disabled}
          onClick={() => onToggle(index)}
        >
          {face.rests && (
            <span className={classes.badge}>
              <IconPlayerPauseFilled size={12} aria-hidden />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Marks of more faces than this are fainter. */
const many = 8;
/** Around all of a head, of which the face was found. */
const headShare = 1.3;

function styleOf({ box, why }: FaceInView, room: number, picture: FrameSize): CSSProperties {
  const around = why === 'face_not_found' ? 1 : headShare;
  const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;
  return {
    left: percent(box.x + box.width / 2),
    top: percent(box.y + box.height / 2),
    '--width': percent(around * box.width),
    '--height': percent(around * box.height),
    '--room-across': percent(room / picture.width),
    '--room-down': percent(room / picture.height),
  } as CSSProperties;
}
