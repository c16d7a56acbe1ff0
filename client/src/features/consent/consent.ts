import { useSyncExternalStore } from 'react';
import { storedText } from '#client/lib/storage.ts';

const answer = storedText('local', 'memori.pixelConsent');

export type Choice = 'granted' | 'refused';

interface Consent {
  /** Null until the visitor has answered. */
  choice: Choice | null;
  /** The question is shown: either never answered, or the answer is being changed. */
  asking: boolean;
}

/** Parses the stored answer: anything but a plain yes or no counts as unanswered. */
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

/** Stores the visitor's answer, if the browser allows it, and hides the question. */
export function choose(choice: Choice): void {
  // If it can't be stored, it applies to this page only.
  answer.write(choice);
  change({ choice, asking: false });
}

/** Shows the question again; until it is answered, the earlier answer applies. */
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

/** The visitor's consent to the advertising pixel; also follows changes in other tabs. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, current);
}
