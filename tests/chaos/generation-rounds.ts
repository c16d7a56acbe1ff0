import sharp from 'sharp';
import { limits } from '#shared/limits.ts';
import { requestGeneration } from '#server/features/generation/requests/request-generation.ts';
import { AppError } from '#server/platform/errors.ts';
import { createUser, ledgerFaults } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { whileBusy } from './patience.ts';

const abreast = 50;

/**
 * In each of `rounds` rounds, a user with one credit requests 50 generations at once. Returns violations as text:
 * anything other than one accepted request and 49 refused for lack of credits, or a photo left behind.
 */
export async function runGenerationRounds({ deps }: TestServer, rounds: number): Promise<string[]> {
  const side = limits.photo.minShorterSide;
  const jpeg = await sharp({ create: { width: side, height: side, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer();
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const userId = await whileBusy(() => createUser(deps.db));
    const request = {
      userId,
      photo: new Blob([jpeg]),
      originalFilename: 'a.jpg',
      prompt: '',
      ...defaultAnimationOptions,
      language: 'en' as const,
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: abreast }, () => whileBusy(() => requestGeneration(deps, request))),
    );
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const short = outcomes.filter((each) => each.status === 'rejected' && isShort(each.reason)).length;
    if (accepted !== 1 || short !== abreast - 1)
      faults.push(`round ${round}: ${accepted} accepted, ${short} refused for want of credits`);
    faults.push(...(await ledgerFaults(deps.pool, userId)));
  }
  const stored = (await deps.storage.list('tasks')).length;
  if (stored !== rounds) faults.push(`${stored} photos are stored, of ${rounds} tasks`);
  return faults;
}

function isShort(reason: unknown): boolean {
  return reason instanceof AppError && reason.code === 'insufficient_credits';
}
