import { fontFiles, type Run } from '#server/engine/lettering/lettering.ts';
import { sharp } from '#server/platform/image.ts';

async function addFonts(): Promise<void> {
  for (const fontfile of fontFiles.values()) {
    // Whatever text is drawn with a font file adds it to the fonts of the process.
    await sharp({ text: { text: '.', fontfile } })
      .raw()
      .toBuffer();
  }
}

let adding: Promise<void> | undefined;

/** Adds the fonts to those that Pango knows, once in each process; again after a failure. */
export function fontsAdded(): Promise<void> {
  adding ??= addFonts().catch((error: unknown) => {
    adding = undefined;
    throw error;
  });
  return adding;
}

/** Pango's markup of a text in fonts. */
export function markupOf(runs: readonly Run[]): string {
  return runs
    .map(({ family, text }) => `<span font_family="${family}" fallback="false">${escape(text)}</span>`)
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
