import { constants, sign as signBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type * as C2pa from '@contentauth/c2pa-node';
import type { Credentials, ProvenanceRecord } from '#shared/schemas/provenance.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { algorithmOf, type Identity, isSelfMade } from './certificate.ts';
import { definitionOf, type Ingredient, manifestOf } from './manifest.ts';
import { appendXmp } from './xmp.ts';

/** Writes into files how they were made, and verifies that they are unchanged since they were signed. */
export interface CredentialWriter {
  /**
   * Writes into an MP4, in place, how it was made: as XMP, and signed as Content Credentials if the library is
   * available on this platform. Its pictures, their order and its fast start stay unchanged.
   */
  write(file: string, statement: Statement): Promise<void>;
  /** What the signature of an MP4 says about the file itself; `changed` also if it can no longer be parsed. */
  read(file: string): Promise<Credentials>;
}

/** Nothing in it was written by a user: a file can't be changed when a name is. */
export interface Statement {
  making: ProvenanceRecord;
  ingredients: readonly Ingredient[];
}

export interface CredentialOptions {
  identity(): Promise<Identity>;
  /** The product's version. */
  version: string;
  logger: Pick<Logger, 'warn' | 'error'>;
}

const mimeType = 'video/mp4';
/** Thumbnails of the ingredients would show them without the mark to anyone who unpacks the file. */
const settings = { builder: { thumbnail: { enabled: false } } };
/** Room for the signature and two certificates. */
const reservedBytes = 10_000;

export function createCredentials({ identity, version, logger }: CredentialOptions): CredentialWriter {
  let loading: ReturnType<typeof loadLibrary> | undefined;
  const library = () => (loading ??= loadLibrary(logger));
  let known: Identity | undefined;
  const signer = async () => (known ??= await identity());
  return {
    async write(file, statement) {
      await appendXmp(file, statement.making);
      const c2pa = await library();
      if (!c2pa) return;
      try {
        await signFile(c2pa, await signer(), file, { ...statement, version });
      } catch (error) {
        // The video is still delivered, marked as unsigned.
        logger.error({ err: error }, 'a file could not be signed');
      }
    },
    async read(file) {
      const c2pa = await library();
      if (!c2pa) return unsigned;
      return readFile(c2pa, file).catch((error: unknown) => {
        logger.warn({ err: error }, 'the signature of a file could not be read');
        return { ...unsigned, state: 'changed' as const };
      });
    },
  };
}

/** The library is native code, and the registry has no build of it for some platforms. */
async function loadLibrary(logger: CredentialOptions['logger']): Promise<typeof C2pa | null> {
  try {
    const c2pa = await import('@contentauth/c2pa-node');
    // Its native part is loaded on first use.
    c2pa.Builder.new();
    return c2pa;
  } catch (error) {
    logger.warn(
      { err: error },
      'Content Credentials can’t be signed on this platform: files carry XMP instead',
    );
    return null;
  }
}

async function signFile(
  { Builder }: typeof C2pa,
  { chain, key }: Identity,
  file: string,
  { making, ...statement }: Statement & { version: string },
): Promise<void> {
  const builder = Builder.withJson(manifestOf(making, statement), settings);
  for (const [index, ingredient] of statement.ingredients.entries()) {
    const asset = { path: ingredient.path, mimeType: ingredient.type };
    await builder.addIngredient(JSON.stringify(definitionOf(ingredient, index)), asset);
  }
  const alg = algorithmOf(key);
  const certs = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const signed = `${file}.signed`;
  try {
    await builder.signConfigAsync(
      (data) => Promise.resolve(signature(data, key, alg)),
      {
        alg,
        certs: certs.map((each) => Buffer.from(each)),
        reserveSize: reservedBytes,
        directCoseHandling: false,
      },
      { path: file, mimeType },
      { path: signed, mimeType },
    );
    await rename(signed, file);
  } finally {
    await rm(signed, { force: true });
  }
}

/** In the format that COSE requires (RFC 9053): r and s concatenated for elliptic curves, PSS for RSA. */
function signature(data: Buffer, key: Identity['key'], alg: ReturnType<typeof algorithmOf>): Buffer {
  if (alg === 'ed25519') return signBytes(null, data, key);
  const hash = `sha${alg.slice(2)}`;
  if (alg === 'ps256')
    return signBytes(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
  return signBytes(hash, data, { key, dsaEncoding: 'ieee-p1363' });
}

const unsigned: Credentials = { state: 'none', signedBy: null, selfMade: false };

async function readFile({ Reader }: typeof C2pa, file: string): Promise<Credentials> {
  const store = (await Reader.fromAsset({ path: file, mimeType }))?.json();
  if (!store?.active_manifest) return unsigned;
  const signedBy = store.manifests?.[store.active_manifest]?.signature_info?.issuer ?? null;
  // An untrusted certificate makes it `Valid`, one issued by a trusted authority `Trusted`.
  const state = store.validation_state === 'Invalid' ? 'changed' : 'valid';
  return { state, signedBy, selfMade: isSelfMade(signedBy) };
}
