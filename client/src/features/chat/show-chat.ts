import { avoidOverlap } from './avoid-overlap.ts';
import { chatLink } from './chat-link.ts';

/**
 * Reveals the chat link that a prerendered page contains, and keeps it off the page's controls and texts; does nothing if there is
 * no chat.
 */
export function showChat(chatUrl: string | null): void {
  const slot = document.getElementById('chat');
  if (chatUrl === null || !slot) return;
  slot.querySelector('a')?.setAttribute('href', chatLink(chatUrl, slot.dataset['greeting'] ?? ''));
  slot.hidden = false;
  avoidOverlap(slot);
}
