import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Deviations from a real authenticator, for tests. */
interface Deviation {
  /** The origin reported by the browser. */
  origin?: string;
  /** The host that the passkey is for. */
  host?: string;
  /** The user that it identifies. */
  userId?: string;
  /** The signature counter that it reports. */
  counter?: number;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/**
 * An authenticator with one ES256 passkey, including the browser around it, at the origin of `url`: returns what
 * WebAuthn's create() and get() would. It counts its uses and asks nobody.
 */
export function createAuthenticator(url: string) {
  const { origin: home, hostname } = new URL(url);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, origin = home) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** WebAuthn, section 6.1; flags: user present and verified. */
  function authenticatorData(flags: number, counter: number, host = hostname): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.of(flags | 0x05), count]);
  }

  /** The key in COSE (RFC 9053): EC2, ES256, P-256. */
  function coseKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Uint8Array.from(left)],
        [-3, Uint8Array.from(right)],
      ]),
    );
  }

  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    /** Creates the passkey; a second call returns the same one. */
    create(options: { challenge: string; user: { id: string } }, { origin, host }: Deviation = {}) {
      owner = options.user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey()]);
      const authData = Buffer.concat([authenticatorData(0x40, 0, host), attested]);
      const statement = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, origin)),
          attestationObject: base64url(isoCBOR.encode(statement as never)),
          transports: ['internal'],
        },
      };
    },

    /** Signs in with the passkey. */
    get({ challenge }: { challenge: string }, { origin, host, userId, counter }: Deviation = {}) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(0, counter ?? ++uses, host);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: userId === undefined ? owner : base64url(userId),
        },
      };
    },
  };
}
