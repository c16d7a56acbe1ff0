import { appLimits } from '../../../shared/app-limits.ts';
import { i18next } from '../i18n/index.ts';
import { showToast } from './toast.tsx';

/** How something is deleted and brought back, and what is said of it. */
export interface Deletion {
  /** Takes it out of what is shown, before the server knows. */
  hide: () => Promise<void>;
  /** Announces its failure itself. */
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Shows again what the server has. */
  renew: () => Promise<unknown>;
  focusNext: () => void;
  focusRestored: () => void;
  said: { deleted: string; what: string; restored: string; notRestored: string };
}

/**
 * Deletes something at once and offers to undo that; where the server refuses, it is shown again. The focus goes on to
 * what stays; who uses the keyboard has it on the button that undoes, for as long as they like.
 */
export async function deleteWithUndo(deletion: Deletion): Promise<void> {
  const { said } = deletion;
  const byKeyboard = document.activeElement?.matches(':focus-visible') ?? false;
  deletion.focusNext();
  await deletion.hide();
  try {
    await deletion.remove();
  } catch {
    return void deletion.renew();
  }
  showToast({
    title: said.deleted,
    message: said.what,
    offer: {
      label: i18next.t('common.undo'),
      seconds: appLimits.gallery.undoSeconds,
      takeFocus: byKeyboard,
      onAction: () => void undo(deletion),
      onFocusLost: deletion.focusNext,
    },
  });
}

async function undo({ restore, renew, focusRestored, said }: Deletion): Promise<void> {
  try {
    await restore();
    await renew();
    focusRestored();
    showToast({ title: said.restored, message: said.what });
  } catch {
    showToast({ title: said.notRestored, message: said.what, tone: 'destructive' });
  }
}
