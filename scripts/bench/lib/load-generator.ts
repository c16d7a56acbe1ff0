// The load generator of `npm run bench -- load`, in a separate process: random arrivals (Poisson), whether or not the
// server keeps up. Takes orders from its parent, answers each with a report, and exits with it.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '#scripts/lib/statistics.ts';
import {
  performAction,
  type Answer,
  formWith,
  type Action,
  actionWeights,
  type LoadTarget,
} from './load-customer.ts';

export interface LoadRequest {
  target: LoadTarget;
  /** Arrivals a second, and the duration in seconds. */
  rate: number;
  seconds: number;
}

export interface LoadReport {
  /** The total number of arrivals. */
  arrivals: number;
  statuses: Record<string, number>;
  /** Refusals without `Retry-After`. */
  withoutRetry: number;
  /** Milliseconds from the scheduled arrival to the end of the response, for 2xx and 3xx responses. */
  latency: { p50: number; p95: number; p99: number };
  /** How late requests were sent, in milliseconds (the 99th percentile): the delay caused by this process itself. */
  sentLate: number;
  /** Other failures, as text. */
  faults: string[];
}

const refusals = [429, 503];
const all = Object.values(actionWeights).reduce((sum, share) => sum + share, 0);

function randomAction(): Action {
  let at = Math.random() * all;
  for (const [action, share] of Object.entries(actionWeights)) if ((at -= share) < 0) return action as Action;
  return 'balance';
}

async function load({ target, rate, seconds }: LoadRequest): Promise<LoadReport> {
  const form = formWith(await readFile(target.photoPath));
  const statuses: Record<string, number> = {};
  const [times, lateness]: [number[], number[]] = [[], []];
  const faults = new Set<string>();
  let withoutRetry = 0;
  const count = (action: Action, planned: number, { status, retryAfter }: Answer) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (refusals.includes(status)) withoutRetry += retryAfter ? 0 : 1;
    else if (status >= 400) faults.add(`${action}: ${status}`);
    else times.push(performance.now() - planned);
  };
  const arrive = async (planned: number) => {
    const action = randomAction();
    lateness.push(performance.now() - planned);
    const customer = target.customers[Math.floor(Math.random() * target.customers.length)]!;
    try {
      count(action, planned, await performAction(action, target, customer, form));
    } catch (error) {
      statuses['none'] = (statuses['none'] ?? 0) + 1;
      faults.add(`${action}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
    }
  };
  const under: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  let next = performance.now();
  let arrivals = 0;
  while (next < end) {
    if (next > performance.now()) await delay(Math.max(1, next - performance.now()));
    for (; next <= performance.now() && next < end; next += (-Math.log(1 - Math.random()) * 1000) / rate) {
      arrivals += 1;
      under.push(arrive(next));
    }
    // Half an hour of promises would look like a memory leak.
    if (under.length > 50_000) await Promise.all(under.splice(0, 40_000));
  }
  await Promise.all(under);
  const latency = { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) };
  return {
    arrivals,
    statuses,
    withoutRetry,
    latency,
    sentLate: quantile(lateness, 0.99),
    faults: [...faults],
  };
}

process.on('message', (order: LoadRequest) => {
  void load(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
