import { consentVersion, type ConsentVersion } from '#shared/upload-consent.ts';
import { trpc } from '#client/api/trpc.ts';

interface Consent {
  /** Whether the consent line must be shown at the button. */
  isAsked: boolean;
  /** The version that pressing it agrees to; undefined once that has been recorded. */
  says: ConsentVersion | undefined;
}

/**
 * The state of the user's confirmation that they may use what they upload: asked for once, at the button that sends.
 */
export function useConsent(): Consent {
  const accepted = trpc.video.consent.useQuery().data?.accepted;
  return {
    isAsked: accepted !== true,
    says: accepted === true ? undefined : consentVersion,
  };
}
