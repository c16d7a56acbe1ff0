import { useEffect, useEffectEvent } from 'react';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { TurnOption } from '#shared/motion/turn.ts';
import type { Outbox } from '#client/entities/outbox/outbox.ts';
import type { OutboxRow, PhotoChoices } from '#client/entities/outbox/row.ts';
import { showFailure } from '#client/ui/failure.ts';
import { restoredOf } from '#client/entities/photo/preview/restored-of.ts';
import { readPhoto } from '#client/entities/photo/read-photo.ts';
import { refusalTitle } from '#client/entities/photo/refusal-title.ts';
import { useTurnedViews } from '#client/entities/photo/use-turned-views.ts';
import { useAnswer } from '#client/lib/use-answer.ts';
import { useLast } from '#client/lib/use-last.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { useRest } from './use-rest.ts';

const nobody: readonly RestPoint[] = [];
const noChoices: PhotoChoices = {
  turn: null,
  rest: { turn: 0, points: nobody },
  border: 'crop',
  restore: null,
};

const judge = async (file: File) => ({ file, judged: await readPhoto(file) });

/** Says that a photo can't be used, and why. */
export function showRefusal(code: ErrorCode): void {
  showFailure({ title: refusalTitle(code), text: `errors.${code}` });
}

/**
 * The outbox's single photo: read, removed with a reason if it can't be used, and shown as its video will, as far as known.
 * How it is turned, who rests, what happens to its border, if it is a print, and whether it is restored are stored with it.
 */
export function usePhoto(row: OutboxRow | null, outbox: Outbox) {
  const answer = useAnswer(row?.file ?? null, judge);
  const judged = answer?.judged;
  const last = useLast(answer ?? null);
  const photo = judged?.ok ? judged.photo : null;
  const choices = row?.choices ?? noChoices;
  const choose = (changed: Partial<PhotoChoices>) => {
    if (row) void outbox.edit(row.id, { ...choices, ...changed });
  };

  const settle = useEffectEvent(() => {
    if (!row || !judged) return;
    if (!judged.ok) {
      void outbox.remove([row.id]);
      return showRefusal(judged.code);
    }
  });
  useEffect(() => settle(), [judged]);

  const { views, turn, found } = useTurnedViews(photo?.views ?? null, choices.turn);
  const { border } = choices;
  const plain = views?.[border] ?? null;
  // Whoever was chosen before the photo was turned otherwise is forgotten.
  const rest = choices.rest.turn === turn ? choices.rest.points : nobody;
  const { faces, toggleRest } = useRest(plain, {
    rest,
    onChange: (points) => choose({ rest: { turn, points } }),
  });
  // Undefined while in progress, null if it can't be restored.
  const restored = useAnswer(plain, restoredOf);
  // Until somebody decides, the damage does.
  const restore = choices.restore ?? restored?.isPlain ?? false;
  // While the people in it are not known, the server decides.
  const turnOption: TurnOption = choices.turn === null && found === null ? 'auto' : `${turn}`;

  return {
    photo,
    /** The file chosen last, if it can't be used. */
    refused: last && !last.judged.ok ? { file: last.file, code: last.judged.code } : null,
    view: restore && restored ? restored : plain,
    checking: row !== null && judged === undefined,
    border,
    setBorder: (next: PhotoChoices['border']) => choose({ border: next }),
    restore,
    setRestore: (next: boolean) => choose({ restore: next }),
    restored,
    clear: () => void (row && outbox.remove([row.id])),
    views,
    turn,
    setTurn: (next: PhotoChoices['turn']) => choose({ turn: next }),
    isTurned: choices.turn === null && turn !== 0,
    turnOption,
    rest,
    faces,
    toggleRest,
  };
}
