import type { Router } from 'express';
import type { Stripe } from 'stripe';
import { createId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { StartError } from '#server/platform/errors.ts';
import { createActions, type SandboxActions } from './actions.ts';
import { createApi } from './api/api.ts';
import { expireDue } from './checkout.ts';
import type { SandboxContext } from './context.ts';
import { createFaults, noFaults, type SandboxFaults } from './faults.ts';
import { listen } from '../lib/listen.ts';
import { createPages } from './pages/routes.ts';
import { openStateFile } from './state-file.ts';
import { touch } from './state.ts';
import { createWebhooks, defaultRetryDelays, type Webhooks } from './webhooks.ts';

/** How often open sessions are checked for expiry. */
const expiryInterval = 60_000;

export interface StripeSandboxOptions {
  /** Memori's public URL, without a trailing slash. */
  publicUrl: string;
  /** Where signed webhooks are sent. */
  webhookUrl: string;
  /** A journal of all changes, read at the next start. Only one process at a time may write it. */
  stateFile?: string | undefined;
  /** True for read-only use: serves calls from the state file, sends and writes nothing. */
  readOnly?: boolean;
  /** Milliseconds before each retry of a webhook. */
  retryDelays?: readonly number[];
  logger: Logger;
  production: boolean;
}

export interface StripeSandbox extends Pick<Webhooks, 'events' | 'retryNow' | 'settled' | 'attempted'> {
  /** The API base for the SDK: `http://127.0.0.1:PORT`. */
  apiBase: string;
  secretKey: string;
  webhookSecret: string;
  /** The hosted pages; the app mounts them at `/sandbox/stripe`. */
  pages: Router;
  faults: SandboxFaults;
  actions: SandboxActions;
  /** Sends an event of `events()` again. */
  resend(eventId: Stripe.Event['id']): void;
  close(): Promise<void>;
}

/**
 * A server that implements Stripe's wire protocol for the real SDK, for use without keys and for tests. Generates new
 * keys at each start. Throws StartError in production.
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { publicUrl, webhookUrl, stateFile, readOnly = false, logger, production } = options;
  if (production) throw new StartError('The Stripe sandbox does not run in production: no money would move.');
  const secretKey = `sk_test_sandbox_${createId()}`;
  const webhookSecret = `whsec_${createId()}`;
  const { state, save } = await openStateFile(stateFile, { readOnly, logger });
  const faults = noFaults();
  const retryDelays = options.retryDelays ?? defaultRetryDelays;
  const webhooks = createWebhooks({
    state,
    faults,
    url: webhookUrl,
    secret: webhookSecret,
    logger,
    retryDelays,
    save,
  });
  const context: SandboxContext = {
    state,
    pagesUrl: `${publicUrl}/sandbox/stripe`,
    touch: (id) => touch(state, id),
    emit: (type, object) => {
      touch(state, object.id);
      if (!readOnly) webhooks.emit(type, object);
    },
    async commit() {
      await save();
      if (!readOnly) webhooks.flush();
    },
  };
  const server = await listen(createApi({ context, faults, secretKey, logger }));
  const stopExpiry = keepExpiring(context, logger);
  await context.commit();
  return {
    apiBase: server.url,
    secretKey,
    webhookSecret,
    pages: createPages(context),
    faults: createFaults(faults, webhooks.send),
    actions: createActions(context),
    events: webhooks.events,
    resend: (eventId) => webhooks.resend(eventId),
    retryNow: webhooks.retryNow,
    settled: webhooks.settled,
    attempted: webhooks.attempted,
    async close() {
      stopExpiry();
      webhooks.close();
      await server.close();
      await save();
    },
  };
}

function keepExpiring(context: SandboxContext, logger: Logger): () => void {
  const timer = setInterval(() => {
    expireDue(context);
    context
      .commit()
      .catch((error: unknown) => logger.error({ err: error }, 'the sandbox can’t save its state'));
  }, expiryInterval);
  timer.unref();
  return () => clearInterval(timer);
}
