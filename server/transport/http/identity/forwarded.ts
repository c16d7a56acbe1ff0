import type { IncomingMessage } from 'node:http';

/** The headers by which proxies, balancers and content networks name themselves or their clients. */
const marks =
  /forwarded|^via$|client-?ip|real-?ip|connecting-?ip|remote-(ip|addr|user)|^x-original-(for|host|proto|ip)|^(cf|cdn|fly|fastly|x-envoy|x-amzn?|x-azure|x-appengine|x-vercel|x-nf|ali-cdn)-/;

/** True if a request arrived through a proxy that says so, trusted or not: the only list of such headers. */
export const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Object.keys(headers).some((name) => marks.test(name));
