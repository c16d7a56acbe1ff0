import { Suspense } from 'react';
import { Boundary } from '#client/ui/boundary.tsx';
import { BrokenDialog } from '#client/entities/outbox/broken.tsx';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { usePasswordRequest } from '#client/api/password-request.ts';

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog');

/** Asks for the password, or a passkey, while a call waits for it. */
export function PasswordQuestion() {
  const request = usePasswordRequest();
  if (!request) return null;
  return (
    <Boundary fallback={<BrokenDialog opened onClose={() => request.answer(false)} />}>
      <Suspense>
        <PasswordDialog onAnswer={request.answer} />
      </Suspense>
    </Boundary>
  );
}
