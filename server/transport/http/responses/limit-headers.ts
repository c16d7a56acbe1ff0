import type { Response } from 'express';
import type { LimitState, ReportLimit } from '#server/services/limiters/stores.ts';

/**
 * Returns a function that reports the rate limits a request counted against in the `RateLimit-Policy` and `RateLimit`
 * headers, one item each (draft-ietf-httpapi-ratelimit-headers-10). Does nothing once the headers are sent.
 */
export function createLimitReporter(res: Response): ReportLimit {
  const states = new Map<string, LimitState>();
  return (state) => {
    if (res.headersSent) return;
    states.set(state.name, state);
    const reported = [...states.values()];
    res.setHeader(
      'RateLimit-Policy',
      reported.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`).join(', '),
    );
    res.setHeader(
      'RateLimit',
      reported
        .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
        .join(', '),
    );
  };
}
