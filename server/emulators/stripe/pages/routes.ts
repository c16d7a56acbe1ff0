import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { defaultLanguage, isLanguage, type Language, languages } from '#shared/languages.ts';
import * as checkout from '../checkout.ts';
import type { SandboxContext } from '../context.ts';
import { WireError } from '../wire-error.ts';
import { type CheckoutRecord, idIn } from '../state.ts';
import { endPage, successUrl, unknownPage } from './end-page.ts';
import { fonts } from './layout.ts';
import { type Notice, notices, payPage } from './pay-page.ts';

/** The hosted pages: GET shows a session, each POST acts on it and redirects (303), so that reloads repeat nothing. */
export function createPages(context: SandboxContext): Router {
  const pages = express.Router();
  pages.use('/fonts', fonts);
  pages.use(privately, express.urlencoded({ extended: false }));
  pages.get('/pay/:id', show(context));
  for (const [name, act] of Object.entries(actions)) pages.post(`/pay/:id/${name}`, perform(context, act));
  pages.use((req, res) => void res.status(404).send(unknownPage(languageOf(req, null))));
  return pages;
}

type Act = (context: SandboxContext, record: CheckoutRecord, req: Request) => Next;

/** Where an action redirects: back to Memori, or to the page again, possibly with a notice. */
type Next = 'memori' | 'page' | { notice: Notice; entered?: string };

const actions: Record<string, Act> = {
  pay(context, { session }) {
    // A second click on the button must not look like a failure.
    if (session.status === 'open') checkout.pay(context, session.id);
    return session.status === 'complete' && session.payment_status !== 'unpaid' ? 'memori' : 'page';
  },
  decline(context, { session }) {
    checkout.decline(context, session.id);
    return { notice: 'declined' };
  },
  later(context, { session }) {
    checkout.payLater(context, session.id);
    return 'page';
  },
  arrive(context, { session }) {
    checkout.settleLater(context, session.id, true);
    return 'page';
  },
  fail(context, { session }) {
    checkout.settleLater(context, session.id, false);
    return 'page';
  },
  code(context, { session }, req) {
    const entered = textOf((req.body as { code?: unknown } | undefined)?.code);
    if (entered === '') return { notice: 'code-missing' };
    try {
      checkout.applyCode(context, session.id, entered);
      return { notice: 'code-applied' };
    } catch (error) {
      if (error instanceof WireError && error.code === 'promotion_code_invalid') {
        return { notice: 'code-wrong', entered };
      }
      throw error;
    }
  },
  'remove-code'(context, { session }) {
    checkout.removeCode(context, session.id);
    return { notice: 'code-removed' };
  },
};

const privately: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  next();
};

function show(context: SandboxContext): RequestHandler {
  return async (req, res) => {
    const record = findRecord(context, req, res);
    if (!record) return;
    // Reading the session may have expired it.
    await context.commit();
    const { session } = record;
    const language = languageOf(req, session.locale);
    const action = `${req.baseUrl}/pay/${session.id}`;
    if (session.status === 'open') {
      const notice = notices.find((known) => known === req.query.notice) ?? null;
      res.send(payPage(record, { language, action, notice, entered: textOf(req.query.entered) }));
    } else {
      const intent = context.state.paymentIntents.get(idIn(session.payment_intent)) ?? null;
      res.send(endPage(session, { language, action, intent }));
    }
  };
}

function perform(context: SandboxContext, act: Act): RequestHandler {
  return async (req, res) => {
    const record = findRecord(context, req, res);
    if (!record) return;
    const next = attempt(() => act(context, record, req));
    await context.commit();
    if (next === 'memori') return res.redirect(303, successUrl(record.session));
    const query = typeof next === 'object' ? `?${new URLSearchParams({ ...next }).toString()}` : '';
    res.redirect(303, `${req.baseUrl}/pay/${record.session.id}${query}`);
  };
}

/** If the session's state no longer permits the action, redirects to the page that shows that state. */
function attempt(act: () => Next): Next {
  try {
    return act();
  } catch (error) {
    if (error instanceof WireError) return 'page';
    throw error;
  }
}

function findRecord(context: SandboxContext, req: Request, res: Response): CheckoutRecord | null {
  try {
    return checkout.readSession(context, String(req.params.id));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    res.status(404).send(unknownPage(languageOf(req, null)));
    return null;
  }
}

function languageOf(req: Request, locale: string | null): Language {
  const requested =
    locale === null || locale === 'auto' ? req.acceptsLanguages(...languages) : locale.slice(0, 2);
  return isLanguage(requested) ? requested : defaultLanguage;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 60) : '';
}
