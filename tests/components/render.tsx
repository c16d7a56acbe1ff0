import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import '../../client/src/i18n/index.ts';
import { createQueryClient } from '../../client/src/lib/query-client.ts';
import { trpc } from '../../client/src/lib/trpc.ts';
import { cssVariablesResolver, theme } from '../../client/src/theme.ts';

/** What the server answers to each call, by its path; a function is asked each time, with the input. */
export type Answers = Record<string, unknown>;

// Generous, for a busy machine: what is waited for comes.
configure({ asyncUtilTimeout: 60_000 });

/** What browsers have and the imitated one lacks. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;

/** Shows something of the app by itself, with everything around it that it needs, and a server that only says `answers`. */
export function show(ui: ReactNode, answers: Answers = {}) {
  const queryClient = createQueryClient();
  const apiClient = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const answer = answers[op.path];
            const data: unknown =
              typeof answer === 'function' ? (answer as (input: unknown) => unknown)(op.input) : answer;
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          }),
    ],
  });
  onTestFinished(cleanup);
  const wrapped = (children: ReactNode) => (
    <trpc.Provider client={apiClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
          <MemoryRouter>{children}</MemoryRouter>
          <Notifications />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
  const shown = render(wrapped(ui));
  return { queryClient, update: (next: ReactNode) => shown.rerender(wrapped(next)) };
}
