import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import type { Turn, TurnOption } from '#shared/motion/turn.ts';
import type { BorderMode } from '#shared/print/print.ts';
import type { ChosenPhotos } from '#client/lib/chosen-photos.ts';
import { type Photo, readPhoto } from '#client/lib/photo/read-photo.ts';
import { refusalTitle } from '#client/lib/photo/refusal-title.ts';
import { useTurnedViews } from '#client/lib/photo/use-turned-views.ts';
import { restoredOf } from '#client/lib/living-photo/restored-of.ts';
import { useAnswer } from '#client/lib/use-answer.ts';
import { useRest } from './use-rest.ts';
import { showFailure } from '#client/lib/failure.ts';
import { showToast } from '#client/lib/toast.tsx';

type Options = NonNullable<ChosenPhotos['wishes']>;

/**
 * The chosen photo, checked when chosen, with a toast either way. A new choice replaces the old. How it is turned, who
 * rests, what happens to its border, if it is a print, and whether it is restored are part of the choice: `view` shows
 * the photo as its video will, as far as known.
 */
export function usePhoto() {
  const { t } = useTranslation();
  const [photo, setPhoto] = useState<Photo | null>(null);
  // Null until the visitor decides: until then the people in it decide.
  const [chosenTurn, setTurn] = useState<Turn | null>(null);
  const [border, setBorder] = useState<BorderMode>('crop');
  // Null until the visitor decides: until then the damage decides.
  const [chosenRestore, setRestore] = useState<boolean | null>(null);
  const [checking, setChecking] = useState(false);
  const latestChoice = useRef(0);

  function refuse(code: ErrorCode) {
    const text = code === 'heic_unreadable' ? 'upload.heicHelp' : (`errors.${code}` as const);
    showFailure({ title: refusalTitle(code), text });
  }

  /** Adds a photo, with the `options` from an earlier choice, if any. False if it is refused. */
  async function choose(file: File, options?: Options): Promise<boolean> {
    const choice = ++latestChoice.current;
    setChecking(true);
    const result = await readPhoto(file);
    if (choice !== latestChoice.current) return false;
    setChecking(false);
    if (!result.ok) {
      refuse(result.code);
      return false;
    }
    setPhoto(result.photo);
    setTurn(options?.turn ?? null);
    setChosenRest(options?.rest ?? null);
    setBorder(options?.border ?? 'crop');
    setRestore(options?.restore ?? null);
    if (!options)
      showToast({ title: t('upload.selected'), message: t('upload.selectedText', { name: file.name }) });
    return true;
  }

  function clear() {
    latestChoice.current += 1;
    setChecking(false);
    setPhoto(null);
  }

  const { views, turn, found } = useTurnedViews(photo?.views ?? null, chosenTurn);
  const plain = views?.[border] ?? null;
  const { rest, faces, toggleRest, setChosenRest } = useRest(plain, turn);
  // Undefined while in progress, null if it can't be restored.
  const restored = useAnswer(plain, restoredOf);
  const restore = chosenRestore ?? restored?.isPlain ?? false;
  const view = restore && restored ? restored : plain;

  const options: Options = { turn: chosenTurn, rest: { turn, points: rest }, border, restore: chosenRestore };
  const isTurned = chosenTurn === null && turn !== 0;
  // While the people in it are not known, the server decides.
  const turnOption: TurnOption = chosenTurn === null && found === null ? 'auto' : `${turn}`;
  return {
    photo,
    view,
    checking,
    options,
    border,
    setBorder,
    restore,
    setRestore,
    restored,
    choose,
    clear,
    refuse,
    views,
    turn,
    setTurn,
    isTurned,
    turnOption,
    rest,
    faces,
    toggleRest,
  };
}
