/** The chat's URL with the greeting added to its query. */
export function chatLink(chatUrl: string, greeting: string): string {
  return `${chatUrl}${chatUrl.includes('?') ? '&' : '?'}text=${encodeURIComponent(greeting)}`;
}
