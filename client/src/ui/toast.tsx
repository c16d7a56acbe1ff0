import { notifications } from '@mantine/notifications';
import { appLimits } from '#shared/app-limits.ts';
import { ToastOffer } from './toast-offer.tsx';
import { i18next } from '#client/i18n/index.ts';

export interface Toast {
  title: string;
  message?: string | undefined;
  tone?: 'plain' | 'destructive';
  offer?: ToastOffered;
}

/** An action offered by a toast while it is visible. */
export interface ToastOffered {
  label: string;
  seconds: number;
  /** True to focus its button; the toast then stays until the focus leaves it. */
  takeFocus: boolean;
  onAction: () => void;
  /** Called when the toast closes while it has the focus, which then needs another place. */
  onFocusLost: () => void;
}

let shown: string | undefined;

function hide(): void {
  if (shown) notifications.hide(shown);
}

function focusIsInToast(): boolean {
  return document.activeElement?.closest('[data-tone]') != null;
}

/** The distance in pixels between a toast and what is above it. */
const margin = 8;
/** The least room in pixels for a toast on a phone, its margins included. */
const room = 128;

/**
 * The first position in pixels from the top where a toast covers no bar: neither a dialog's title with its close
 * button nor, without a dialog, the page's header.
 */
function freePosition(): number {
  const titles = Array.from(document.querySelectorAll('[role="dialog"] [data-top]'));
  const bars = titles.length > 0 ? titles : Array.from(document.querySelectorAll('header, [data-top]'));
  const boxes = bars.map((bar) => bar.getBoundingClientRect()).sort((one, other) => one.top - other.top);
  let position = margin;
  for (const { top, bottom } of boxes) {
    if (top - position >= room) break;
    position = Math.max(position, bottom + margin);
  }
  return position;
}

/** Places the toasts on a phone's screen; call when its bars or dialogs have changed. */
export function placeToasts(): void {
  document.documentElement.style.setProperty('--toasts-top', `${freePosition()}px`);
}

/**
 * Shows a toast for five seconds, or for as long as its offer lasts, replacing any current one. The timer pauses while
 * the pointer or the focus is on it.
 */
export function showToast({ title, message, tone = 'plain', offer }: Toast): void {
  hide();
  placeToasts();
  shown = notifications.show({
    title,
    message: offer ? (
      <ToastOffer
        message={message}
        label={offer.label}
        takeFocus={offer.takeFocus}
        onAction={() => {
          hide();
          offer.onAction();
        }}
      />
    ) : (
      (message ?? '')
    ),
    autoClose: offer ? offer.seconds * 1000 : appLimits.toast.milliseconds,
    // Failures interrupt a screen reader; everything else waits for a pause.
    role: tone === 'destructive' ? 'alert' : 'status',
    'data-tone': tone,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    onKeyDown: (event) => event.key === 'Escape' && hide(),
    onClose: () => focusIsInToast() && offer?.onFocusLost(),
  });
}
