import { hashKey } from '@tanstack/react-query';
import type { OperationResultEnvelope, TRPCClientError, TRPCLink } from '@trpc/client';
import { type Observable, observable, type Observer } from '@trpc/server/observable';
import { errorCatalogue } from '#shared/errors.ts';
import { randomId } from '#shared/random-id.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { errorCodeOf } from './error-code.ts';

type Failure = TRPCClientError<AppRouter>;
type Call = Observable<OperationResultEnvelope<unknown, Failure>, Failure>;
type Listener = Observer<OperationResultEnvelope<unknown, Failure>, Failure>;

/**
 * One effect for each press, whatever was pressed. Two quick presses reach a mutation before React has disabled its
 * button: while one with the same input is running, another joins it. After a lost answer, or a failure of the server, it
 * is repeated with the same `Idempotency-Key`, in `op.context.idempotencyKey`.
 */
export const pressLink: TRPCLink<AppRouter> = () => {
  const running = new Map<string, Call>();
  /** The keys of calls that may have taken effect. */
  const unsettled = new Map<string, string>();
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const press = hashKey([op.path, op.input]);
    const known = running.get(press);
    if (known) return known;
    const idempotencyKey = unsettled.get(press) ?? randomId();
    unsettled.delete(press);
    const call = shared(next({ ...op, context: { ...op.context, idempotencyKey } }), (error) => {
      running.delete(press);
      if (error && mayHaveActed(error)) unsettled.set(press, idempotencyKey);
    });
    running.set(press, call);
    return call;
  };
};

/** Whether the call may have taken effect: no answer of ours came, the server failed, or it is still at it. */
function mayHaveActed(error: Failure): boolean {
  const code = errorCodeOf(error);
  return !code || errorCatalogue[code].status >= 500 || code === 'idempotency_in_progress';
}

/** One call for all who subscribe while it runs; `onEnd` is told first. */
function shared(call: Call, onEnd: (error?: Failure) => void): Call {
  // Not tRPC's `share`, which forgets the next listener when one leaves because of an error.
  const listeners = new Set<Listener>();
  const tell = (say: (listener: Listener) => void) => {
    for (const listener of [...listeners]) say(listener);
  };
  let isStarted = false;
  return observable((observer) => {
    listeners.add(observer);
    if (!isStarted) {
      isStarted = true;
      call.subscribe({
        next: (value) => tell((listener) => listener.next(value)),
        complete() {
          onEnd();
          tell((listener) => listener.complete());
        },
        error(error) {
          onEnd(error);
          tell((listener) => listener.error(error));
        },
      });
    }
    return () => listeners.delete(observer);
  });
}
