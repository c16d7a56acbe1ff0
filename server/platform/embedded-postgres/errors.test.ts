import { expect, test } from 'vitest';
import { fatalLine } from './errors.ts';

const stamp = '2026-11-21 12:26:23.388 UTC [9676]';

test.each([
  ['', ''],
  ['sh: 1: postgres: not found\n', 'sh: 1: postgres: not found'],
  [`${stamp} LOG:  starting\n${stamp} LOG:  shutting down\n`, 'shutting down'],
  [`${stamp} LOG:  starting\n${stamp} FATAL:  no room\n${stamp} LOG:  shut down\n`, 'no room'],
  [`${stamp} FATAL:  wrong files\n${stamp} DETAIL:  Version 17.\n`, 'wrong files Version 17.'],
])('of %j, the most telling line is %j', (output, line) => {
  expect(fatalLine(output)).toBe(line);
});
