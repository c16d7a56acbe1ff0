/** Opens an address in a new tab that has no access to this one. False if the browser blocks it. */
export function openInNewTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (!tab) return false;
  // `noopener` would do the same, but would hide whether the tab was blocked.
  tab.opener = null;
  return true;
}
