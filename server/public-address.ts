import { isLoopbackAddress } from './platform/addresses.ts';

/** The settings that decide who can reach this Memori, and how. */
export interface AddressSettings {
  NODE_ENV: 'development' | 'test' | 'production';
  HOST: string;
  PUBLIC_URL?: string | undefined;
  INSECURE_HTTP: boolean;
}

/** True for a name or an address of a URL or a socket that only this machine answers at. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** True if nobody beyond this machine is meant to come: by PUBLIC_URL, or where none is set by HOST. */
export function isLocalOnly({ HOST, PUBLIC_URL }: Pick<AddressSettings, 'HOST' | 'PUBLIC_URL'>): boolean {
  return isLoopback(PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname);
}

/**
 * True where the payment sandbox and the emulators may stand in for services that have no key: never in production, and
 * never where others could come in and be given credits.
 */
export function allowsStandIns(settings: Pick<AddressSettings, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return settings.NODE_ENV !== 'production' && isLocalOnly(settings);
}

/** What PUBLIC_URL or INSECURE_HTTP should hold instead; null if they are fit for NODE_ENV. */
export function addressProblem(
  settings: AddressSettings,
): { name: 'PUBLIC_URL' | 'INSECURE_HTTP'; expected: string } | null {
  const { NODE_ENV, PUBLIC_URL, INSECURE_HTTP: insecure } = settings;
  if (NODE_ENV !== 'production' || PUBLIC_URL?.startsWith('https:')) return null;
  if (!insecure)
    return { name: 'PUBLIC_URL', expected: 'an https address in production, or on loopback INSECURE_HTTP=1' };
  return isLocalOnly(settings)
    ? null
    : { name: 'INSECURE_HTTP', expected: 'nothing, as PUBLIC_URL or HOST is not on loopback' };
}
