import { createHash, hash, verify as verifySignature, X509Certificate } from 'node:crypto';
import { decode, type Tag } from 'cbor2';

// Reads Content Credentials according to the specification (C2PA 2.2), independently of the library that writes them.

/** A box of an MP4 (ISO 14496-12). */
export interface Box {
  type: string;
  start: number;
  end: number;
  /** The offset of its content. */
  content: number;
}

/** The boxes between two offsets of a file. */
export function boxesIn(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    const type = bytes.toString('latin1', at + 4, at + 8);
    boxes.push({ type, start: at, end: at + size, content: at + (short === 1 ? 16 : 8) });
    at += size;
  }
  return boxes;
}

const manifestBox = 'd8fec3d61b0e483c92975828877ec481';
const xmpBox = 'be7acfcb97a942e89c71999491e3afac';

const isUuid = (bytes: Buffer, { type, content }: Box, id: string): boolean =>
  type === 'uuid' && bytes.toString('hex', content, content + 16) === id;

/** A JUMBF superbox (ISO 19566-5), which contains other boxes, by its label. */
interface Superbox {
  label: string;
  /** The bytes that its hash covers. */
  bytes: Buffer;
  children: Superbox[];
  contents: { type: string; bytes: Buffer }[];
}

function superbox(bytes: Buffer, box: Box): Superbox {
  const [description, ...others] = boxesIn(bytes, box.content, box.end);
  const labelAt = description!.content + 17;
  return {
    label: bytes.toString('utf8', labelAt, bytes.indexOf(0, labelAt)),
    bytes: bytes.subarray(box.content, box.end),
    children: others.filter(({ type }) => type === 'jumb').map((each) => superbox(bytes, each)),
    contents: others
      .filter(({ type }) => type !== 'jumb')
      .map((each) => ({ type: each.type, bytes: bytes.subarray(each.content, each.end) })),
  };
}

interface Claim {
  created_assertions: { url: string; hash: Uint8Array }[];
  gathered_assertions?: { url: string; hash: Uint8Array }[];
}

interface Action {
  action: string;
  digitalSourceType?: string;
  description?: string;
  softwareAgent?: { name: string };
}

export interface ReadCredentials {
  /** What is wrong with the file; empty if every hash and the signature are valid. */
  faults: string[];
  actions: Action[];
  /** Memori's own assertion. */
  making: unknown;
  ingredients: string[];
  /** The number of manifests in the file: its own, and those of its ingredients. */
  manifests: number;
  /** The XMP packet. */
  xmp: string;
  signer: string;
}

/**
 * Reads the credentials of an MP4 and verifies them: the signature, the hash of each assertion, and that of the file.
 */
export function readCredentials(file: Buffer): ReadCredentials {
  const top = boxesIn(file);
  const box = top.find((each) => isUuid(file, each, manifestBox));
  if (!box) throw new Error('the file holds no manifest');
  // Version and flags, the purpose ("manifest"), and the offset of further boxes.
  const store = superbox(file, boxesIn(file, file.indexOf(0, box.content + 20) + 1 + 8, box.end)[0]!);
  const manifest = store.children.at(-1);
  if (!manifest) throw new Error('the store of manifests is empty');
  const part = (label: string) => manifest.children.find((each) => each.label === label)!;
  const assertions = part('c2pa.assertions').children;
  const claimBytes = part('c2pa.claim.v2').contents[0]!.bytes;
  const claim = decode<Claim>(claimBytes);
  const faults: string[] = [];
  for (const { url, hash: expected } of [...claim.created_assertions, ...(claim.gathered_assertions ?? [])]) {
    const assertion = assertions.find(({ label }) => url.endsWith(`/${label}`));
    if (!assertion || hash('sha256', assertion.bytes, 'buffer').compare(expected) !== 0) faults.push(url);
  }
  const cbor = (label: string) => {
    const found = assertions.find((each) => each.label === label);
    return found && decode<Record<string, unknown>>(found.contents[0]!.bytes);
  };
  const { hash: fileHash } = cbor('c2pa.hash.bmff.v3') as { hash: Uint8Array };
  if (hashOfBoxes(file, top).compare(fileHash) !== 0) faults.push('the file has changed');
  const { signer, holds } = checkSignature(part('c2pa.signature').contents[0]!.bytes, claimBytes);
  if (!holds) faults.push('the signature does not hold');
  const own = assertions.find(({ label }) => label === 'org.memori.making');
  const packet = top.find((each) => isUuid(file, each, xmpBox));
  return {
    faults,
    actions: (cbor('c2pa.actions.v2') as { actions: Action[] }).actions,
    making: own && JSON.parse(own.contents[0]!.bytes.toString('utf8')),
    ingredients: assertions
      .filter(({ label }) => label.startsWith('c2pa.ingredient'))
      .map(({ contents }) => decode<{ 'dc:title': string }>(contents[0]!.bytes)['dc:title']),
    manifests: store.children.length,
    xmp: packet ? file.toString('utf8', packet.content + 16, packet.end) : '',
    signer,
  };
}

/** Hashes, for each box that is not excluded, its offset and all its bytes (C2PA 2.2, section 18.7.4). */
function hashOfBoxes(file: Buffer, top: readonly Box[]): Buffer {
  const sum = createHash('sha256');
  const offset = Buffer.alloc(8);
  for (const box of top) {
    if (['ftyp', 'mfra', 'free', 'skip'].includes(box.type) || isUuid(file, box, manifestBox)) continue;
    offset.writeBigUInt64BE(BigInt(box.start));
    sum.update(offset).update(file.subarray(box.start, box.end));
  }
  return sum.digest();
}

const hashes = { '-7': 'sha256', '-35': 'sha384', '-36': 'sha512' } as const;

/** Verifies the COSE_Sign1 signature (RFC 9052, section 4.4) over the claim, by an elliptic curve. */
function checkSignature(bytes: Buffer, claim: Buffer): { signer: string; holds: boolean } {
  const [headers, , , signature] = decode<Tag>(bytes).contents as [Uint8Array, unknown, null, Uint8Array];
  const known = decode<Map<number, unknown>>(headers, { preferMap: true });
  const chain = known.get(33) as Uint8Array | Uint8Array[];
  const certificate = new X509Certificate(Array.isArray(chain) ? chain[0]! : chain);
  const digest = hashes[String(known.get(1)) as keyof typeof hashes];
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const holds = verifySignature(digest, signedBytes(headers, claim), key, signature);
  return { signer: certificate.subject, holds };
}

/** `["Signature1", headers, '', claim]` in CBOR. */
function signedBytes(headers: Uint8Array, claim: Uint8Array): Buffer {
  const text = Buffer.from('Signature1');
  const string = (content: Uint8Array) => {
    const head = Buffer.from([0x5a, 0, 0, 0, 0]);
    head.writeUInt32BE(content.length, 1);
    return content.length < 24
      ? Buffer.concat([Buffer.from([0x40 + content.length]), content])
      : content.length < 256
        ? Buffer.concat([Buffer.from([0x58, content.length]), content])
        : content.length < 65536
          ? Buffer.concat([Buffer.from([0x59, content.length >> 8, content.length & 255]), content])
          : Buffer.concat([head, content]);
  };
  return Buffer.concat([
    Buffer.from([0x84, 0x60 + text.length]),
    text,
    string(headers),
    string(new Uint8Array()),
    string(claim),
  ]);
}
