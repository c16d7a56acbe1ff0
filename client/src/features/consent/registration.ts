import { storedText } from '#client/lib/storage.ts';

const registered = storedText('session', 'memori.pixelRegistered');

/** Records for this tab's next page that somebody signed up; without storage, the sign-up is not counted. */
export function rememberRegistration(): void {
  registered.write('1');
}

/** Whether somebody has just signed up; true only once. */
export function takeRegistration(): boolean {
  const was = registered.read() !== null;
  registered.remove();
  return was;
}
