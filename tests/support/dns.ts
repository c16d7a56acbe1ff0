import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const typeA = 1;

/** A name server on this machine. */
export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** The names that were asked for, in order; each is asked for once per address family. */
  asked: string[];
  /** Answers to what was asked for silent names: that there are none. */
  deny(): void;
  close(): void;
}

/** Starts a name server: knows these IPv4 addresses, denies other names, and does not
 * answer for those listed as silent until it is told to deny them, too. */
export async function startNameServer(
  known: Record<string, readonly string[]>,
  silent: readonly string[] = [],
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const unanswered: (() => void)[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query);
    asked.push(name);
    const found = type === typeA ? (known[name] ?? []) : [];
    const header = Buffer.alloc(12);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(name in known ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const answer = () =>
      socket.send(Buffer.concat([header, question, ...found.map(answerOf)]), port, address);
    if (silent.includes(name)) unanswered.push(answer);
    else answer();
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    deny: () => unanswered.splice(0).forEach((answer) => answer()),
    close: () => socket.close(),
  };
}

/** The one question of a query (RFC 1035, section 4.1.2). */
function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), question: query.subarray(12, at + 5) };
}

/** An A record for the name of the question, valid for a minute. */
function answerOf(address: string): Buffer {
  const record = Buffer.from([0xc0, 0x0c, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
}
