/** Call when the page's script has started: takes away the notice that this browser is too old. */
export function removeTooOld(): void {
  const notice = document.querySelector('[data-too-old]');
  if (notice) notice.remove();
}
