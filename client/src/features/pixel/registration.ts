import { storedText } from '../../lib/storage.ts';

const registered = storedText('session', 'memori.pixelRegistered');

/** Keeps for the next page of this tab that somebody signed up; where nothing can be kept, it is not counted. */
export function rememberRegistration(): void {
  registered.write('1');
}

/** Whether somebody has just signed up; true once. */
export function takeRegistration(): boolean {
  const was = registered.read() !== null;
  registered.remove();
  return was;
}
