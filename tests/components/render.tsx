import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import '#client/i18n/index.ts';
import { passwordLink } from '#client/api/password-request.ts';
import { pressLink } from '#client/api/press-link.ts';
import { createQueryClient } from '#client/documents/app/query-client.ts';
import { trpc } from '#client/api/trpc.ts';
import { UiProvider } from '#client/ui/provider.tsx';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import type { ErrorCode } from '#shared/errors.ts';

/**
 * The fake server's responses to each call, by path; a function is called each time with the input, and may respond
 * later or throw a `refusal`.
 */
export type Answers = Record<string, unknown>;

/** A server error with this code; null for a response that is not ours, such as a proxy's. */
export function refusal(code: ErrorCode | null): TRPCClientError<AppRouter> {
  return new TRPCClientError(code ?? 'no answer', {
    result: {
      error: {
        message: code ?? '',
        code: -32603,
        data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, errorCode: code },
      },
    },
  } as never);
}

// Generous, for loaded machines: everything that is waited for does arrive.
configure({ asyncUtilTimeout: 60_000 });

/** Browser APIs that the emulated browser lacks. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;

/** Renders a part of the app with all the providers it needs, and a fake server that responds only with `answers`. */
export function show(ui: ReactNode, answers: Answers = {}) {
  const queryClient = createQueryClient();
  const apiClient = trpc.createClient({
    links: [
      pressLink,
      passwordLink,
      () =>
        ({ op }) =>
          observable((observer) => {
            const say = (data: unknown) => {
              observer.next({ result: { type: 'data', data } });
              observer.complete();
            };
            const refuse = (error: unknown) => observer.error(error as TRPCClientError<AppRouter>);
            const answer = answers[op.path];
            if (typeof answer !== 'function') return say(answer);
            try {
              const data = (answer as (input: unknown) => unknown)(op.input);
              if (data instanceof Promise) data.then(say, refuse);
              else say(data);
            } catch (error) {
              refuse(error);
            }
          }),
    ],
  });
  onTestFinished(cleanup);
  const wrapped = (children: ReactNode) => (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <MemoryRouter>{children}</MemoryRouter>
        </UiProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
  const shown = render(wrapped(ui));
  return { queryClient, update: (next: ReactNode) => shown.rerender(wrapped(next)) };
}
