import type { Delivery } from './state.ts';

export type FailureKind = 'api_error' | 'card_error';

/** What can be asked to go wrong. Nothing does until asked; `clear` ends it all. */
export interface SandboxFaults {
  /** Every webhook from now on is sent that many times at once. */
  duplicate(times: number): void;
  /** Webhooks from now on wait until `release`. */
  hold(): void;
  /** Sends what was held, the last first, or in the order that `order` gives. */
  release(order?: (held: Delivery[]) => Delivery[]): void;
  /** The first try of every webhook from now on waits that many milliseconds. */
  delay(milliseconds: number): void;
  /** The next `count` webhooks are never sent. */
  drop(count: number): void;
  /** The next `count` API calls do nothing: answered 500, or 402 as for a declined card. */
  failCalls(count: number, as?: FailureKind): void;
  /** The next `count` API calls do what they are asked, and their connection breaks before the answer. */
  loseAnswers(count: number): void;
  clear(): void;
}

/** The faults in force. */
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

/** The controls of `state`; `send` takes what was held. */
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
