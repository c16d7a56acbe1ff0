import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { SandboxContext } from '../context.ts';
import type { FaultState } from '../faults.ts';
import { WireError } from '../wire-error.ts';
import { type RememberedAnswer, unixNow } from '../state.ts';
import { expand } from './expand.ts';

/** Executes a call and returns its response. Runs synchronously, so that no two calls interleave. */
export type Operation = (req: Request) => object;

/**
 * Runs an operation like Stripe: a repeated Idempotency-Key gets the first response again, and no response is sent
 * before its effects would survive a restart.
 */
export function createAnswering(context: SandboxContext, faults: FaultState) {
  return (operation: Operation): RequestHandler =>
    async (req, res) => {
      const { answer, replayed } = answerOnce(context, req, operation);
      await context.commit();
      if (faults.loseAnswers > 0) {
        faults.loseAnswers -= 1;
        res.socket?.destroy();
        return;
      }
      if (replayed) res.set('Idempotent-Replayed', 'true');
      res.status(answer.status).json(answer.body);
    };
}

function answerOnce({ state }: SandboxContext, req: Request, operation: Operation) {
  const key = req.method === 'POST' ? req.get('idempotency-key') : undefined;
  const fingerprint = createHash('sha256')
    .update(`${req.path}\n${JSON.stringify(req.body ?? {})}`)
    .digest('hex');
  const known = key === undefined ? undefined : state.answers.get(key);
  if (known) {
    if (known.fingerprint === fingerprint) return { answer: known, replayed: true };
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new WireError(message, { type: 'idempotency_error' });
  }
  const paths = expandPaths(req);
  // An error is thrown and so not remembered: the key can be reused with corrected parameters, as with Stripe.
  const answer: RememberedAnswer = {
    fingerprint,
    status: 200,
    body: expand(state, operation(req), paths),
    at: unixNow(),
  };
  if (key !== undefined) state.answers.set(key, answer);
  return { answer, replayed: false };
}

function expandPaths(req: Request): string[] {
  const source = (req.method === 'POST' ? req.body : req.query) as { expand?: unknown } | undefined;
  const paths = source?.expand;
  return paths !== null && typeof paths === 'object' ? Object.values(paths).map(String) : [];
}
