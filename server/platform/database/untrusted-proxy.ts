import type { Db } from './db.ts';

/** Records whether the requests of a server that has just started come through a proxy that it doesn't trust. */
export async function recordProxy(
  { installation }: Db,
  { isTrusted }: { isTrusted: boolean },
): Promise<void> {
  if (isTrusted)
    await installation.updateMany({
      where: { untrustedProxyAt: { not: null } },
      data: { untrustedProxyAt: null },
    });
  else await installation.updateMany({ data: { untrustedProxyAt: new Date() } });
}

/** Since when the requests of the server that was started last come through a proxy that it doesn't trust; else null. */
export async function untrustedProxySince({ installation }: Db): Promise<Date | null> {
  const { untrustedProxyAt } = await installation.findFirstOrThrow({ select: { untrustedProxyAt: true } });
  return untrustedProxyAt;
}
