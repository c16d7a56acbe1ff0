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

/** Without an SDK (see `deps/tracing.ts`) its spans are empty, and cost next to nothing. */
export const tracer = trace.getTracer('memori');

/** What a job carries of the trace that it belongs to: the W3C's `traceparent`. Empty where nothing is traced. */
export type TraceCarrier = Record<string, string>;

export interface SpanOptions {
  kind: keyof typeof SpanKind;
  attributes?: Attributes;
  /** What caused it, where it is not what runs now. */
  cause?: TraceCarrier | undefined;
}

/** Runs `act` within a span that ends with it. Of a failure only its kind is recorded: messages may contain user input. */
export async function inSpan<T>(
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

/** Marks a span as failed, by a word of few. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** The trace of what runs now, for what it causes later. */
export function carryTrace(): TraceCarrier {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Whether what runs now belongs to a trace that is kept. */
export const isTraced = (now: Context = context.active()): boolean =>
  trace.getSpan(now)?.isRecording() ?? false;

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
