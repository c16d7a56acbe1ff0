import { appLimits } from '#shared/app-limits.ts';
import { i18next } from '#client/i18n/index.ts';
import { showToast } from './toast.tsx';

/** How to delete and restore an item, and the texts shown for it. */
export interface Deletion {
  /** Removes it from the view before the server has confirmed. */
  hide: () => Promise<void>;
  /** Reports its own failure. */
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Refetches the server's state. */
  renew: () => Promise<unknown>;
  focusNext: () => void;
  focusRestored: () => void;
  texts: { deleted: string; what: string; restored: string; notRestored: string };
}

/**
 * Deletes an item optimistically and offers to undo it; if the server refuses, the item reappears. The focus moves to
 * what remains; for keyboard users it moves to the undo button, and the toast stays as long as they need.
 */
export async function deleteWithUndo(deletion: Deletion): Promise<void> {
  const { texts } = deletion;
  const byKeyboard = document.activeElement?.matches(':focus-visible') ?? false;
  deletion.focusNext();
  await deletion.hide();
  try {
    await deletion.remove();
  } catch {
    return void deletion.renew();
  }
  showToast({
    title: texts.deleted,
    message: texts.what,
    offer: {
      label: i18next.t('common.undo'),
      seconds: appLimits.gallery.undoSeconds,
      takeFocus: byKeyboard,
      onAction: () => void undo(deletion),
      onFocusLost: deletion.focusNext,
    },
  });
}

async function undo({ restore, renew, focusRestored, texts }: Deletion): Promise<void> {
  try {
    await restore();
    await renew();
    focusRestored();
    showToast({ title: texts.restored, message: texts.what });
  } catch {
    showToast({ title: texts.notRestored, message: texts.what, tone: 'destructive' });
  }
}
