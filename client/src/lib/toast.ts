import { notifications } from '@mantine/notifications';
import { limits } from '../../../shared/limits.ts';
import { i18next } from '../i18n/index.ts';

export interface Toast {
  title: string;
  message?: string | undefined;
  tone?: 'plain' | 'destructive';
}

/** Shows a toast for five seconds, in the place of whichever one is still there. */
export function showToast({ title, message, tone = 'plain' }: Toast): void {
  notifications.clean();
  notifications.show({
    title,
    message: message ?? '',
    autoClose: limits.toast.milliseconds,
    // A failure interrupts; anything else waits for a pause in what a screen reader is saying.
    role: tone === 'destructive' ? 'alert' : 'status',
    'data-tone': tone,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
  });
}
