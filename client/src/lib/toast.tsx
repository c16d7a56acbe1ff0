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

/** What can be done about what a toast says, while it is there. */
export interface ToastOffered {
  label: string;
  seconds: number;
  /** True to put the focus on its button; the toast then stays until the focus leaves it. */
  takeFocus: boolean;
  onAction: () => void;
  /** The toast goes while the focus is in it: the focus needs another place. */
  onFocusLost: () => void;
}

let shown: string | undefined;

function hide(): void {
  if (shown) notifications.hide(shown);
}

function focusIsInToast(): boolean {
  return document.activeElement?.closest('[data-tone]') != null;
}

/** Where nothing is covered that stands at the top of the screen: a header, a bar, a dialog's title. In pixels. */
function belowTheTop(): number {
  const bottoms = Array.from(document.querySelectorAll('header, [data-top]'), (bar) =>
    bar.getBoundingClientRect(),
  )
    .filter(({ top }) => top < 100)
    .map(({ bottom }) => bottom);
  return Math.max(0, ...bottoms) + 8;
}

/**
 * Shows a toast for five seconds, or for as long as its offer stands, in the place of whichever one is still there.
 * The clock stands still while the pointer or the focus is on it.
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
    // A failure interrupts; anything else waits for a pause in what a screen reader is saying.
    role: tone === 'destructive' ? 'alert' : 'status',
    'data-tone': tone,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    onKeyDown: (event) => event.key === 'Escape' && hide(),
    onClose: () => focusIsInToast() && offer?.onFocusLost(),
  });
}
