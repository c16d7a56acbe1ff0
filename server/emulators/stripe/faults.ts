import type { Delivery } from './state.ts';

export type FailureKind = 'api_error' | 'card_error';

/** Faults that can be injected. None is active by default; `clear` removes all of them. */
export interface SandboxFaults {
  /** Sends every webhook from now on this many times at once. */
  duplicate(times: number): void;
  /** Holds back webhooks from now on until `release`. */
  hold(): void;
  /** Sends the held webhooks, last one first, or in the order that `order` returns. */
  release(order?: (held: Delivery[]) => Delivery[]): void;
  /** Delays the first attempt of every webhook from now on by this many milliseconds. */
  delay(milliseconds: number): void;
  /** Never sends the next `count` webhooks. */
  drop(count: number): void;
  /** Fails the next `count` API calls without executing them: status 500, or 402 as for a declined card. */
  failCalls(count: number, as?: FailureKind): void;
  /** Executes the next `count` API calls, but breaks their connection before the response. */
  loseAnswers(count: number): void;
  clear(): void;
}

/** The active faults. */
export interface FaultState {
  copies: number;
  held: Delivery[] | null;
  delay: number;
  drop: number;
  failCalls: number;
  failAs: FailureKind;
  loseAnswers: number;
}

/** No faults at all. */
export function noFaults(): FaultState {
  return { copies: 1, held: null, delay: 0, drop: 0, failCalls: 0, failAs: 'api_error', loseAnswers: 0 };
}

/** The controls of `state`; `send` sends the held deliveries. */
export function createFaults(state: FaultState, send: (deliveries: Delivery[]) => void): SandboxFaults {
  const release = (order: (held: Delivery[]) => Delivery[] = (held) => held.toReversed()) => {
    const { held } = state;
    state.held = null;
    if (held) send(order(held));
  };
  return {
    duplicate: (times) => void (state.copies = times),
    hold: () => void (state.held ??= []),
    release,
    delay: (milliseconds) => void (state.delay = milliseconds),
    drop: (count) => void (state.drop = count),
    failCalls: (count, as = 'api_error') => void Object.assign(state, { failCalls: count, failAs: as }),
    loseAnswers: (count) => void (state.loseAnswers = count),
    clear() {
      release();
      Object.assign(state, noFaults());
    },
  };
}
