const storageKey = 'memori.pixelRegistered';

/** Keeps for the next page of this tab that somebody signed up. */
export function rememberRegistration(): void {
  try {
    sessionStorage.setItem(storageKey, '1');
  } catch {
    // Then it is not counted.
  }
}

/** Whether somebody has just signed up; true once. */
export function takeRegistration(): boolean {
  try {
    const registered = sessionStorage.getItem(storageKey) !== null;
    sessionStorage.removeItem(storageKey);
    return registered;
  } catch {
    return false;
  }
}
