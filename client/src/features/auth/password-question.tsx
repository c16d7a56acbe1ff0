import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { usePasswordRequest } from '../../lib/password-request.ts';

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog');

/** Asks for the password, or a passkey, while a call waits for it. */
export function PasswordQuestion() {
  const request = usePasswordRequest();
  return request && <Suspense>{<PasswordDialog onAnswer={request.answer} />}</Suspense>;
}
