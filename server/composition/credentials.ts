import path from 'node:path';
import { type CredentialWriter, createCredentials } from '../engine/credentials/credentials.ts';
import { type Identity, ownIdentity, readIdentity } from '../engine/credentials/certificate.ts';
import { type Env, SettingError } from '../config/env.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { version } from '../platform/installation.ts';

/**
 * Opens the identity that signs files: the operator's certificate, or a self-made one, created when the first file is
 * signed. Throws SettingError if the operator's certificate can't be used.
 */
export async function openCredentials(env: Env, logger: Logger): Promise<CredentialWriter> {
  const given = await operatorsIdentity(env);
  if (!given && env.production)
    logger.warn(
      'videos are signed with a self-signed certificate: set C2PA_CERT and C2PA_KEY to one that is trusted',
    );
  const own = path.join(env.DATA_DIR, 'credentials');
  return createCredentials({ identity: async () => given ?? ownIdentity(own), version, logger });
}

async function operatorsIdentity({ C2PA_CERT: chain, C2PA_KEY: key }: Env): Promise<Identity | null> {
  if (!chain || !key) return null;
  try {
    return await readIdentity(chain, key);
  } catch (cause) {
    const [why] = String(cause).split('\n');
    const expected = 'the PEM file of a certificate, whose key C2PA_KEY names';
    const message = `C2PA_CERT holds ${JSON.stringify(chain)}; it should hold ${expected} (${why}).`;
    throw new SettingError(message, { cause });
  }
}
