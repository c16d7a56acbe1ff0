import { isLoopbackAddress } from '../platform/network/addresses.ts';

/** The settings that determine who can reach this Memori, and how. */
export interface AddressSettings {
  NODE_ENV: 'development' | 'test' | 'production';
  HOST: string;
  PUBLIC_URL?: string | undefined;
  INSECURE_HTTP: boolean;
}

/** True for a host name or address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** True if Memori is not meant to be reachable from other machines, according to PUBLIC_URL or, without it, HOST. */
export function isLocalOnly({ HOST, PUBLIC_URL }: Pick<AddressSettings, 'HOST' | 'PUBLIC_URL'>): boolean {
  return isLoopback(PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname);
}

/**
 * True if the payment sandbox and the emulators may replace services without a key: never in production, and never
 * where others could connect and be given credits.
 */
export function allowsEmulators(
  settings: Pick<AddressSettings, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>,
): boolean {
  return settings.NODE_ENV !== 'production' && isLocalOnly(settings);
}

/**
 * True if this is a developer's own Memori: not in production, and neither HOST nor PUBLIC_URL lets anybody else reach it.
 * Only then may users' webhooks and linked photos name addresses of this machine, and the mails be read without signing
 * in: wherever others can sign up, that would open this machine's network to them, also if NODE_ENV was forgotten.
 */
export function isLocalDevelopment(
  settings: Pick<AddressSettings, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>,
): boolean {
  return allowsEmulators(settings) && isLoopback(settings.HOST);
}

/**
 * The invalid one of PUBLIC_URL and INSECURE_HTTP and what it should hold; null if both are acceptable for NODE_ENV.
 */
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
