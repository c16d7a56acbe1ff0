import { z } from 'zod';
import { plainLine } from '../plain-text.ts';
import { programLimits } from '../program-limits.ts';
import { currentPasswordSchema } from './auth.ts';
import { code } from './code.ts';
import { writtenText } from './text.ts';

export const passkeyNameSchema = writtenText({
  clean: plainLine,
  max: programLimits.passkeys.maxNameLength,
  tooLong: 'passkey_name_too_long',
  missing: 'passkey_name_required',
}).min(1, code('passkey_name_required'));

/** Checked before the browser is asked for a passkey. */
export const beginPasskeySchema = z.object({ name: passkeyNameSchema, password: currentPasswordSchema });

/** An authenticator's bytes as base64url; implausibly long input is rejected unread. */
const bytes = z
  .string()
  .max(65_536)
  .regex(/^[\w-]*$/);

/** The parts of a browser's response that are used (WebAuthn, PublicKeyCredential.toJSON). */
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
};

const known = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});
const requirement = z.enum(['discouraged', 'preferred', 'required']);

/** The options for creating a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON), without extensions. */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(known).optional(),
  authenticatorSelection: z
    .object({ residentKey: requirement, requireResidentKey: z.boolean(), userVerification: requirement })
    .partial()
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
});

/** The options for asking for any of our passkeys, or for one of some (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(known).optional(),
  userVerification: requirement.optional(),
});

export const addPasskeySchema = z.object({
  name: passkeyNameSchema,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(bytes.max(32)).max(16).optional(),
    }),
  }),
});
export type AddPasskey = z.output<typeof addPasskeySchema>;

export const passkeySignInSchema = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  }),
});
export type PasskeySignIn = z.output<typeof passkeySignInSchema>;

export const passkeyRefSchema = z.object({
  id: z.string({ error: code('passkey_not_found') }).regex(/^[a-z2-7]{32}$/, code('passkey_not_found')),
});

/** A passkey as its owner sees it; times are ISO 8601. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Null if it hasn't been used to sign in yet. */
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;
