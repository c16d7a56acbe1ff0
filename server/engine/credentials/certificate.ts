import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The certificate and key that files are signed with. */
export interface Identity {
  /** The certificate chain in PEM: the signer's own certificate first, then its issuers. */
  chain: string;
  key: KeyObject;
  /** True if this installation generated it itself. */
  selfMade: boolean;
}

/** The signer name of an installation without a configured certificate, which states that fact. */
const selfMadeName = 'Memori (self-made certificate)';
const years = 10;
const emailProtection = '1.3.6.1.5.5.7.3.4';
const claimSigning = '1.3.6.1.4.1.62558.2.1';
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const files = { chain: 'certificate.pem', key: 'key.pem' } as const;

/**
 * Reads the operator's own certificate and key from PEM files. Throws Error with the reason: an unreadable file, no
 * certificate or key in it, or a key that doesn't match the certificate.
 */
export async function readIdentity(certificateFile: string, keyFile: string): Promise<Identity> {
  const [chain, pem] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
  const certificate = new X509Certificate(chain);
  const key = createPrivateKey(pem);
  if (!certificate.checkPrivateKey(key)) throw new Error('the key is not that of the certificate');
  return { chain, key, selfMade: false };
}

/**
 * Returns the identity that this installation generated for itself in `folder`; generates it on the first call.
 * Processes that start at the same time all get the same one.
 */
export async function ownIdentity(folder: string): Promise<Identity> {
  const found = await readOwn(folder);
  if (found) return found;
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${folder}-`);
  const { chain, key } = await makeChain();
  await writeFile(path.join(draft, files.chain), chain, { mode: 0o600 });
  await writeFile(path.join(draft, files.key), key, { mode: 0o600 });
  // The process that loses the race finds a folder that isn't empty, which rename can't replace.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  const made = await readOwn(folder);
  if (!made) throw new Error(`no certificate could be written to ${folder}`);
  return made;
}

async function readOwn(folder: string): Promise<Identity | null> {
  try {
    const own = await readIdentity(path.join(folder, files.chain), path.join(folder, files.key));
    return { ...own, selfMade: true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A signer's certificate and that of the authority generated for it: Content Credentials reject self-signed ones. */
async function makeChain(): Promise<{ chain: string; key: string }> {
  // @peculiar/x509 requires this to be loaded first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const newKeys = () => crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const [authority, signer] = await Promise.all([newKeys(), newKeys()]);
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setFullYear(notAfter.getFullYear() + years);
  const common = { notBefore, notAfter, signingAlgorithm: ecdsa };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    name: `O=${selfMadeName}, CN=Memori root`,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...common,
    subject: `O=${selfMadeName}, CN=Memori`,
    issuer: root.subject,
    publicKey: signer.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([emailProtection, claimSigning]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(signer.publicKey),
    ],
  });
  const key = createPrivateKey({
    key: Buffer.from(await crypto.subtle.exportKey('pkcs8', signer.privateKey)),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    chain: `${leaf.toString('pem')}\n${root.toString('pem')}\n`,
    key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}

/** Whether a certificate was generated as above, by any installation. */
export const isSelfMade = (organisation: string | null): boolean => organisation === selfMadeName;

/** The COSE name of a key's signature algorithm. Throws Error for keys that Content Credentials don't support. */
export function algorithmOf(key: KeyObject): 'es256' | 'es384' | 'es512' | 'ps256' | 'ed25519' {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType === 'ed25519') return 'ed25519';
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') return 'ps256';
  const curves = { prime256v1: 'es256', secp384r1: 'es384', secp521r1: 'es512' } as const;
  const curve = asymmetricKeyDetails?.namedCurve;
  if (curve && curve in curves) return curves[curve as keyof typeof curves];
  throw new Error(`no signature is made with keys of the type ${asymmetricKeyType ?? 'unknown'}`);
}
