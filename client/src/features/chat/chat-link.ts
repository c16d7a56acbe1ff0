/** The chat's address with a greeting filled in, whether or not it has a query already. */
export function chatLink(chatUrl: string, greeting: string): string {
  return `${chatUrl}${chatUrl.includes('?') ? '&' : '?'}text=${encodeURIComponent(greeting)}`;
}
