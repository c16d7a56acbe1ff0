import { appendFile } from 'node:fs/promises';
import { digitalSourceType, noteOf } from '#shared/provenance.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import { html } from '#server/platform/texts/html.ts';

/** The user type of the MP4 box that holds XMP (XMP specification part 3, 1.2.7.2). */
const xmpBox = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** The XMP packet that says how a file was made. */
export function xmpPacket(making: Pick<ProvenanceRecord, 'makers' | 'steps'>): string {
  const described = html`<rdf:li xml:lang="x-default">${noteOf(making)}</rdf:li>`.text;
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    '<xmp:CreatorTool>Memori</xmp:CreatorTool>',
    `<Iptc4xmpExt:DigitalSourceType>${digitalSourceType(making.makers)}</Iptc4xmpExt:DigitalSourceType>`,
    `<dc:description><rdf:Alt>${described}</rdf:Alt></dc:description>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** Appends that packet to an MP4, so that no existing data moves. */
export async function appendXmp(
  file: string,
  making: Pick<ProvenanceRecord, 'makers' | 'steps'>,
): Promise<void> {
  const packet = Buffer.from(xmpPacket(making));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + xmpBox.length + packet.length);
  await appendFile(file, Buffer.concat([size, Buffer.from('uuid'), xmpBox, packet]));
}
