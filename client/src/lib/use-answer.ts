import { useEffect, useState } from 'react';

/** The answer to a question about `subject`; undefined while there is none. `ask` never rejects, and is always the same. */
export function useAnswer<Subject extends object, Answer>(
  subject: Subject | null,
  ask: (subject: Subject) => Promise<Answer>,
): Answer | undefined {
  const [known, setKnown] = useState<{ of: Subject; answer: Answer } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (subject) void ask(subject).then((answer) => isWanted && setKnown({ of: subject, answer }));
    return () => {
      isWanted = false;
    };
  }, [subject, ask]);
  return known?.of === subject ? known?.answer : undefined;
}
