import { setImmediate as nextTurn } from 'node:timers/promises';
import Pdf from 'pdfkit';
import { encode } from 'uqr';
import type { CardFormat } from '#shared/schemas/keepsake.ts';
import { directionOf } from '#server/engine/lettering/direction.ts';
import { createLettering, type Lettering } from '#server/engine/lettering/lettering.ts';
import { type Box, cardPage, layOutCard, mm, type Sheet, sheetOfA4 } from './layout.ts';
import { registerFonts, write } from './write.ts';

/** The content of a printed card. */
export interface Card {
  /** A JPEG. */
  photo: Buffer;
  /** Null for none. */
  name: string | null;
  /** The target of the QR code. */
  url: string;
}

export interface KeepsakeRequest {
  format: CardFormat;
  /** Several cards per A4 sheet with crop marks, a single card filling its sheet. Otherwise one page per card. */
  onA4: boolean;
  /** Explains what the code is for. */
  hint: string;
  /** The document's title and language (BCP 47). */
  title: string;
  language: string;
}

const ink = '#2b211a';
const softInk = '#6b5d50';
const cutLength = 4 * mm;

/** Draws a photo, uncropped, as large as its box allows. */
function drawPhoto(document: PDFKit.PDFDocument, photo: Buffer, box: Box): void {
  document.image(photo, box.x, box.y, { fit: [box.width, box.height], align: 'center', valign: 'center' });
}

/** Draws a QR code (ISO/IEC 18004), with its quiet zone of four modules within the box. */
function drawCode(document: PDFKit.PDFDocument, url: string, box: Box): void {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const side = box.width / size;
  document.rect(box.x, box.y, box.width, box.height).fill('#ffffff');
  for (const [row, modules] of data.entries())
    for (const [column, dark] of modules.entries())
      if (dark) document.rect(box.x + column * side, box.y + row * side, side, side);
  document.fill('#000000');
}

/** A card, and the lettering of its name. */
interface LetteredCard extends Card {
  lettering: Lettering;
}

function drawCard(document: PDFKit.PDFDocument, card: LetteredCard, box: Box, hint: string): void {
  const { photo, words, code } = layOutCard(box);
  drawPhoto(document, card.photo, photo);
  const size = 0.045 * Math.hypot(box.width, box.height);
  const hintHeight = 0.32 * words.height;
  const { lettering } = card;
  const name = lettering.printable(card.name ?? '');
  const align = directionOf(name);
  const room = { ...words, height: words.height - hintHeight };
  const used = name ? write(document.fillColor(ink), lettering, name, { box: room, align, size }) : 0;
  const below = { ...words, y: words.y + used, height: words.height - used };
  const hintSize = Math.min(0.5 * size, 0.6 * hintHeight);
  const under = { box: below, align, size: hintSize };
  write(document.fillColor(softInk), lettering, lettering.printable(hint), under);
  drawCode(document, card.url, code);
}

/** Draws crop marks at the paper's edges, where there are no cards or nothing is printed. */
function drawCuts(document: PDFKit.PDFDocument, { width, height, cuts }: Sheet): void {
  const inner = (places: number[], side: number) => places.filter((place) => place > 1 && place < side - 1);
  for (const x of inner(cuts.x, width))
    for (const [from, to] of marks(cuts.y, height)) document.moveTo(x, from).lineTo(x, to);
  for (const y of inner(cuts.y, height))
    for (const [from, to] of marks(cuts.x, width)) document.moveTo(from, y).lineTo(to, y);
  document.lineWidth(0.25).stroke('#808080');
}

/** Crop marks at both ends of a side: as long as the margin next to the cards, but always long enough to be visible. */
function marks(places: number[], side: number): [number, number][] {
  const length = Math.max(places[0] ?? 0, cutLength);
  return [
    [0, length],
    [side - length, side],
  ];
}

/** The cards of each page; a single card is repeated to fill the sheet. */
function pagesOf(cards: readonly LetteredCard[], { cards: { length } }: Sheet): LetteredCard[][] {
  if (cards.length === 1) return [Array.from({ length }, () => cards[0] as LetteredCard)];
  return Array.from({ length: Math.ceil(cards.length / length) }, (_, page) =>
    cards.slice(page * length, (page + 1) * length),
  );
}

/**
 * A printable PDF of cards: the photo, the name as far as the fonts have its characters, and a code that leads to the
 * film. The stream is complete: no more files are read. Rejects if a photo isn't a JPEG.
 */
export async function makeKeepsake(
  cards: readonly Card[],
  request: KeepsakeRequest,
): Promise<NodeJS.ReadableStream> {
  const sheet = request.onA4 ? sheetOfA4(request.format) : cardPage(request.format);
  const document = new Pdf({
    autoFirstPage: false,
    margin: 0,
    lang: request.language,
    displayTitle: true,
    info: { Title: request.title, Creator: 'Memori' },
  });
  registerFonts(document);
  const lettered = await Promise.all(
    cards.map(async (card) => ({ ...card, lettering: await createLettering(card.name ?? '') })),
  );
  for (const page of pagesOf(lettered, sheet)) {
    document.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    for (const [index, card] of page.entries()) {
      const box = sheet.cards[index];
      if (box) drawCard(document, card, box, request.hint);
      // Others wait for this thread: shaping a long name takes it for a while.
      await nextTurn();
    }
    drawCuts(document, sheet);
  }
  document.end();
  return document;
}
