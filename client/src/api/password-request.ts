import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { errorCodeOf } from './error-code.ts';

type Answer = (confirmed: boolean) => void;

/** Calls that wait until the user has confirmed who they are, or does not want to. */
interface PasswordRequest {
  answer: Answer;
}

let waiting: Answer[] = [];
let request: PasswordRequest | null = null;
const listeners = new Set<() => void>();

function set(next: PasswordRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Asks the user; calls that ask at the same time share one question. */
function askForPassword(onAnswer: Answer): void {
  waiting.push(onAnswer);
  if (request) return;
  set({
    answer(confirmed) {
      const answered = waiting;
      waiting = [];
      set(null);
      for (const each of answered) each(confirmed);
    },
  });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question to the user that calls wait for; null if there is none. */
export function usePasswordRequest(): PasswordRequest | null {
  return useSyncExternalStore(listen, () => request);
}

/** Repeats a call that the server refuses until the password is given, once the user has given it. */
export const passwordLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          if (errorCodeOf(error) !== 'password_needed') return observer.error(error);
          askForPassword((confirmed) => {
            if (confirmed) subscription = next(op).subscribe(observer);
            else observer.error(error);
          });
        },
      });
      return () => subscription.unsubscribe();
    });
