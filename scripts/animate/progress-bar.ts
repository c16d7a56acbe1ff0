import type { WriteStream } from 'node:tty';

export interface ProgressBar {
  /** 0 to 1. */
  update(progress: number): void;
  /** Leaves the line empty for further output. */
  clear(): void;
}

const cells = 24;

/** A progress bar on one line of a terminal; without a terminal, prints a line at each quarter. */
export function createProgressBar(label: string, out: Pick<WriteStream, 'write' | 'isTTY'>): ProgressBar {
  let quarter = 0;
  const percent = (progress: number): string => `${Math.round(progress * 100)} %`.padStart(5);
  return {
    update(progress) {
      if (out.isTTY) {
        const full = Math.round(progress * cells);
        out.write(`\r\x1b[K${'█'.repeat(full)}${'░'.repeat(cells - full)} ${percent(progress)}  ${label}`);
      } else if (Math.floor(progress * 4) > quarter) {
        quarter = Math.floor(progress * 4);
        out.write(`${percent(progress)}  ${label}\n`);
      }
    },
    clear() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}
