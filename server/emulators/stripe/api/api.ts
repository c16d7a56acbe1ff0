import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { createId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { SandboxContext } from '../context.ts';
import type { FaultState } from '../faults.ts';
import { WireError } from '../wire-error.ts';
import { createAnswering } from './answering.ts';
import { paymentOperations, sessionOperations } from './operations.ts';

export interface ApiOptions {
  context: SandboxContext;
  faults: FaultState;
  secretKey: string;
  logger: Logger;
}

/** The part of Stripe's API that Memori calls, as the SDK expects it. */
export function createApi({ context, faults, secretKey, logger }: ApiOptions): Express {
  const api = express();
  api.disable('x-powered-by');
  api.disable('etag');
  // Both bodies and queries use brackets for nesting.
  api.set('query parser', 'extended');
  api.use(requestId, failOnRequest(faults), authenticate(secretKey), express.urlencoded({ extended: true }));

  const answering = createAnswering(context, faults);
  const operations = { ...sessionOperations(context), ...paymentOperations(context) };
  for (const [route, operation] of Object.entries(operations)) {
    const [method, path = ''] = route.split(' ');
    if (method === 'POST') api.post(path, answering(operation));
    else api.get(path, answering(operation));
  }

  api.use((req) => {
    const message = `Unrecognized request URL (${req.method}: ${req.path}). The sandbox knows only the part of the API that Memori uses.`;
    throw new WireError(message, { status: 404 });
  });
  api.use(errorAnswer(logger));
  return api;
}

const requestId: RequestHandler = (req, res, next) => {
  res.set('Request-Id', `req_${createId()}`);
  const version = req.get('stripe-version');
  if (version) res.set('Stripe-Version', version);
  next();
};

function failOnRequest(faults: FaultState): RequestHandler {
  return (_req, _res, next) => {
    if (faults.failCalls <= 0) return next();
    faults.failCalls -= 1;
    if (faults.failAs === 'api_error') {
      throw new WireError('The sandbox was asked to fail.', { status: 500, type: 'api_error' });
    }
    const fields = { status: 402, type: 'card_error', code: 'card_declined' } as const;
    throw new WireError('Your card was declined.', fields);
  };
}

function authenticate(secretKey: string): RequestHandler {
  return (req, _res, next) => {
    const given = /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
    if (given === secretKey) return next();
    throw new WireError(
      given === undefined
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : 'Invalid API Key provided.',
      { status: 401 },
    );
  };
}

function errorAnswer(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    if (error instanceof WireError) {
      res.status(error.status).json(error.body);
      return;
    }
    const status = (error as { status?: number }).status ?? 500;
    if (status >= 500) logger.error({ err: error }, 'the Stripe sandbox failed');
    const type = status >= 500 ? 'api_error' : 'invalid_request_error';
    const wire = new WireError(status >= 500 ? 'The sandbox failed.' : (error as Error).message, {
      status,
      type,
    });
    res.status(wire.status).json(wire.body);
  };
}
