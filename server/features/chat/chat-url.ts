export interface ChatSettings {
  CHAT_PHONE?: string | undefined;
  CHAT_URL?: string | undefined;
  production: boolean;
}

/**
 * The address that the chat button opens, to which the page adds `?text=` with its greeting: the operator's own link,
 * or WhatsApp with the operator's number. Without either: WhatsApp's contact chooser, or in production null, which
 * hides the button.
 */
export function chatUrl(settings: ChatSettings): string | null {
  if (settings.CHAT_URL) return settings.CHAT_URL;
  if (settings.CHAT_PHONE) return `https://wa.me/${settings.CHAT_PHONE}`;
  return settings.production ? null : 'https://wa.me/';
}
