import { consentVersion, type ConsentVersion } from '../../../../shared/upload-consent.ts';
import { trpc } from '../../lib/trpc.ts';
import { agreedWhileSigningIn } from '../../lib/upload-consent.ts';

interface Consent {
  /** Whether the line still has to stand at the button. */
  isAsked: boolean;
  /** Whether a photo may be sent without another press of the button. */
  isGiven: boolean;
  /** What pressing it says; nothing once that has been recorded. */
  says: ConsentVersion | undefined;
}

/** How it stands with the user's word that they may use what they upload: asked for once, at the button that sends. */
export function useConsent(): Consent {
  const accepted = trpc.video.consent.useQuery().data?.accepted;
  const agreed = agreedWhileSigningIn.read() === consentVersion;
  return {
    isAsked: accepted !== true && !agreed,
    isGiven: accepted === true || agreed,
    says: accepted === true ? undefined : consentVersion,
  };
}
