/** Opens an address in a new tab that can't reach back into this one. False where the browser does not let us. */
export function openInNewTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (!tab) return false;
  // `noopener` would do this too, but hide from us whether the tab was blocked.
  tab.opener = null;
  return true;
}
