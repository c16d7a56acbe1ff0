import { hashKey } from '@tanstack/react-query';
import type { OperationResultEnvelope, TRPCClientError, TRPCLink } from '@trpc/client';
import { type Observable, observable, share } from '@trpc/server/observable';
import { randomId } from '#shared/random-id.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';

type Call = Observable<
  OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>,
  TRPCClientError<AppRouter>
>;

/**
 * One effect for each press, whatever was pressed. Two quick presses reach a mutation before React has disabled its
 * button: while one with the same input is running, another joins it. After a lost answer it is repeated with the same
 * `Idempotency-Key`, in `op.context.idempotencyKey`.
 */
export const pressLink: TRPCLink<AppRouter> = () => {
  const running = new Map<string, Call>();
  /** The keys of calls that may have taken effect. */
  const lost = new Map<string, string>();
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const press = hashKey([op.path, op.input]);
    const known = running.get(press);
    if (known) return known;
    const idempotencyKey = lost.get(press) ?? randomId();
    lost.delete(press);
    const call: Call = observable<
      OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>,
      TRPCClientError<AppRouter>
    >((observer) =>
      next({ ...op, context: { ...op.context, idempotencyKey } }).subscribe({
        next: (value) => observer.next(value),
        complete() {
          running.delete(press);
          observer.complete();
        },
        error(error) {
          running.delete(press);
          if (isLost(error)) lost.set(press, idempotencyKey);
          observer.error(error);
        },
      }),
    ).pipe(share());
    running.set(press, call);
    return call;
  };
};

/** Whether the call may have reached the server although no answer of ours came back. */
const isLost = (error: TRPCClientError<AppRouter>) => error.data == null;
