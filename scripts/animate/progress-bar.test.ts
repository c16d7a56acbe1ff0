import { expect, test } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

function record(isTTY: boolean): { isTTY: boolean; write: (text: string) => boolean; text: string } {
  return {
    isTTY,
    text: '',
    write(part) {
      this.text += part;
      return true;
    },
  };
}

test('a terminal shows one line that is redrawn and cleared', () => {
  const out = record(true);
  const bar = createProgressBar('anna.jpg', out);
  bar.update(0.5);
  expect(out.text).toBe('\r\x1b[K████████████░░░░░░░░░░░░  50 %  anna.jpg');
  bar.clear();
  expect(out.text.endsWith('\r\x1b[K')).toBe(true);
});

test('other outputs get a line for each quarter', () => {
  const out = record(false);
  const bar = createProgressBar('anna.jpg', out);
  for (const progress of [0.1, 0.3, 0.4, 0.8, 1]) bar.update(progress);
  bar.clear();
  expect(out.text).toBe(' 30 %  anna.jpg\n 80 %  anna.jpg\n100 %  anna.jpg\n');
});
