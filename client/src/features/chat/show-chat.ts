import { chatLink } from './chat-link.ts';

/** Shows the chat of a page that was built ahead, which has it in hiding; nothing where there is no chat. */
export function showChat(chatUrl: string | null): void {
  const slot = document.getElementById('chat');
  if (chatUrl === null || !slot) return;
  slot.querySelector('a')?.setAttribute('href', chatLink(chatUrl, slot.dataset['greeting'] ?? ''));
  slot.hidden = false;
}
