import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from './chosen-photo.module.css';
import { type FaceInView, markedFaces } from './marked-faces.ts';

/** The animals that are called by their name; a rarer one may be a toy, or another one. */
const named = ['dog', 'cat', 'horse', 'bird'] as const;
const kinds = ['person', ...named, 'animal'] as const;
type Kind = (typeof kinds)[number];

/** Says who was found in a photo, and that faces can rest, or how many do. */
export function FoundFaces({ faces }: { faces: readonly FaceInView[] }) {
  const { t } = useTranslation();
  const marked = markedFaces(faces);
  const resting = marked.filter(({ face }) => face.rests).length;
  return (
    <p className={classes.found}>
      <span>{`${t('upload.found.sentence', { list: listOf(t, faces) })} `}</span>
      {marked.length > 0 && (
        <span>
          {resting > 0
            ? t('upload.found.rest', { count: resting })
            : t('upload.found.hint', { count: marked.length })}
        </span>
      )}
    </p>
  );
}

function kindOf({ species }: FaceInView): Kind {
  return species === undefined ? 'person' : (named.find((name) => name === species) ?? 'animal');
}

/** "two people, a dog and a cat" */
function listOf(t: TFunction, faces: readonly FaceInView[]): string {
  const items = kinds.flatMap((kind) => {
    const count = faces.filter((face) => kindOf(face) === kind).length;
    return count > 0 ? [t(`upload.found.kinds.${kind}`, { count, number: wordFor(t, count) })] : [];
  });
  const [last, ...before] = items.toReversed();
  return before.length === 0
    ? (last ?? '')
    : t('upload.found.list', { items: before.toReversed().join(', '), last });
}

const words = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Small numbers are words, as in any sentence. */
function wordFor(t: TFunction, count: number): string {
  const word = words.find((each) => each === count);
  return word ? t(`upload.found.numbers.${word}`) : `${count}`;
}
