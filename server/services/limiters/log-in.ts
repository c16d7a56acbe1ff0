import type { RateLimitSetting } from '#server/config/setting-kinds.ts';
import { networkOf, siteOf } from '#server/platform/network/network.ts';
import { accountOf } from '#server/platform/logging/security-log.ts';
import { siteAllowance } from './limiters.ts';
import { keyOf, type Stores, type ReportLimit, scaleLimit } from './stores.ts';
import { seconds } from '#shared/durations.ts';

export interface LogInLimiter {
  /** Counts an attempt at `email` from `address`, before its password is checked. Throws like RateLimiter. */
  take(address: string, email: string, report?: ReportLimit): Promise<void>;
  /**
   * Marks the attempt as successful: it does not count, and earlier attempts from this address at this e-mail are
   * cleared. For 30 days, attempts of others at this e-mail can't lock this address out.
   */
  forgive(address: string, email: string): Promise<void>;
  /**
   * The same for attempts without an e-mail, such as those with a passkey: they count with all others from the address.
   */
  takeAddress(address: string, report?: ReportLimit): Promise<void>;
  forgiveAddress(address: string): Promise<void>;
}

/** The total attempts from one address, and those at one e-mail from anywhere, as a multiple of LIMIT_LOGIN. */
const logInAllowance = 10;

const knownSeconds = 30 * seconds.day;

/** Limits by e-mail and address together, and by each alone. */
export function createLogInLimiter(
  { createStore, consume }: Stores,
  setting: RateLimitSetting,
): LogInLimiter {
  const wide = scaleLimit(setting, logInAllowance);
  const perPair = createStore('log-in', setting);
  const perAddress = createStore('log-in-address', wide);
  const perSite = createStore('log-in-site', scaleLimit(wide, siteAllowance));
  const perEmail = createStore('log-in-email', wide);
  /** Pairs of address and e-mail that have signed in before. */
  const known = createStore('log-in-known', { count: 1, windowSeconds: knownSeconds });

  function keysOf(address: string, email: string) {
    const network = networkOf(address);
    const site = siteOf(address);
    return {
      pair: keyOf([network, email]),
      address: keyOf([network]),
      site: site && keyOf([site]),
      email: keyOf([email]),
    };
  }

  async function forgiveAddress(address: string): Promise<void> {
    const site = siteOf(address);
    await perAddress.reward(keyOf([networkOf(address)]), 1);
    if (site) await perSite.reward(keyOf([site]), 1);
  }

  return {
    async takeAddress(address, report) {
      const site = siteOf(address);
      await consume(perAddress, keyOf([networkOf(address)]), { address }, { report });
      if (site) await consume(perSite, keyOf([site]), { address });
    },
    forgiveAddress,
    async take(address, email, report) {
      const keys = keysOf(address, email);
      const about = { address, account: accountOf(email) };
      // In this order, stopping at the first refusal: a caller refused here can't use up the attempts at an e-mail.
      await consume(perPair, keys.pair, about, { report });
      await consume(perAddress, keys.address, about);
      if (keys.site) await consume(perSite, keys.site, about);
      if (!(await known.get(keys.pair))) await consume(perEmail, keys.email, about);
    },
    async forgive(address, email) {
      const keys = keysOf(address, email);
      await perPair.delete(keys.pair);
      await forgiveAddress(address);
      if (!(await known.get(keys.pair))) await perEmail.reward(keys.email, 1);
      await known.set(keys.pair, 1, knownSeconds);
    },
  };
}
