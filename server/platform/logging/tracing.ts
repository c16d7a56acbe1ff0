import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Without an SDK (see `deps/tracing.ts`), its spans are no-ops and nearly free. */
export const tracer = trace.getTracer('memori');

/** The trace context that a job carries: the W3C's `traceparent`. Empty if tracing is off. */
export type TraceCarrier = Record<string, string>;

export interface SpanOptions {
  kind: keyof typeof SpanKind;
  attributes?: Attributes;
  /** The parent, if it isn't the active span. */
  cause?: TraceCarrier | undefined;
}

/** Runs `act` within a span. For a failure, only its type is recorded: messages may contain user input. */
export async function withSpan<T>(
  name: string,
  { kind, attributes = {}, cause }: SpanOptions,
  act: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = cause ? propagation.extract(ROOT_CONTEXT, cause) : context.active();
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes }, parent, async (span) => {
    try {
      return await act(span);
    } catch (error) {
      failSpan(span, kindOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, with a low-cardinality error type. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** The active trace context, to be passed on to later work. */
export function injectTrace(): TraceCarrier {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Whether the active context belongs to a recorded trace. */
export const isTraced = (now: Context = context.active()): boolean =>
  trace.getSpan(now)?.isRecording() ?? false;

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
