import { useSyncExternalStore } from 'react';
import { storedText } from '../../lib/storage.ts';

const answer = storedText('local', 'memori.pixelConsent');

export type Choice = 'granted' | 'refused';

interface Consent {
  /** Null as long as the visitor has not answered. */
  choice: Choice | null;
  /** The question is on the page: because it was never answered, or because the answer shall be changed. */
  asking: boolean;
}

/** What was kept, read with care: anything but a plain yes or no is no answer. */
export function readChoice(stored: string | null): Choice | null {
  return stored === 'granted' || stored === 'refused' ? stored : null;
}

const stored = () => readChoice(answer.read());

let consent: Consent | null = null;
const listeners = new Set<() => void>();

function current(): Consent {
  if (!consent) {
    const choice = stored();
    consent = { choice, asking: choice === null };
  }
  return consent;
}

function change(next: Consent): void {
  consent = next;
  for (const listener of listeners) listener();
}

/** Keeps the visitor's answer, in this browser as far as it lets us, and takes the question away. */
export function choose(choice: Choice): void {
  // Where it can't be kept, it counts for this page only.
  answer.write(choice);
  change({ choice, asking: false });
}

/** Puts the question again; until it is answered, the earlier answer counts. */
export function askAgain(): void {
  change({ ...current(), asking: true });
}

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== answer.key && event.key !== null) return;
    const choice = stored();
    change({ choice, asking: choice === null });
  };
  listeners.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}

/** What the visitor said about the advertising pixel; follows other tabs too. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, current);
}
