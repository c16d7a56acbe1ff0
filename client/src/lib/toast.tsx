import { notifications } from '@mantine/notifications';
import { appLimits } from '../../../shared/app-limits.ts';
import { ToastOffer } from '../components/toast-offer.tsx';
import { i18next } from '../i18n/index.ts';

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

/** The position in pixels below whatever is at the top of the screen: a header, a bar, a dialog's title. */
function belowTheTop(): number {
  const bottoms = Array.from(document.querySelectorAll('header, [data-top]'), (bar) =>
    bar.getBoundingClientRect(),
  )
    .filter(({ top }) => top < 100)
    .map(({ bottom }) => bottom);
  return Math.max(0, ...bottoms) + 8;
}

/**
 * Shows a toast for five seconds, or for as long as its offer lasts, replacing any current one. The timer pauses while
 * the pointer or the focus is on it.
 */
export function showToast({ title, message, tone = 'plain', offer }: Toast): void {
  hide();
  document.documentElement.style.setProperty('--toasts-top', `${belowTheTop()}px`);
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
