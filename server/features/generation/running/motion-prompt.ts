import { appLimits } from '#shared/app-limits.ts';
import type { Liveliness, Motion, MotionOptions } from '#shared/motion/movements.ts';

const movements: Readonly<Record<Motion, string | null>> = {
  auto: null,
  'push-in': 'The camera slowly pushes in.',
  'pull-out': 'The camera slowly pulls out.',
  arc: 'The camera moves around the subject in a gentle arc.',
  drift: 'The camera drifts slowly sideways.',
  rise: 'The camera rises slowly.',
  'dolly-zoom': 'A slow dolly zoom: the subject keeps its size while the background comes nearer.',
  'focus-pull': 'The background slowly loses focus while the subject stays sharp.',
  still: 'The camera stands still; only the subject moves.',
};

const amounts: Readonly<Record<Liveliness, string | null>> = {
  calm: 'The subject hardly moves.',
  natural: null,
  lively: 'The subject moves in a lively but natural way.',
};

/**
 * Adds the requested movement to the prompt in words, for services that take only a prompt; returns it unchanged if it
 * would become too long.
 */
export function addMotion(prompt: string, { motion, liveliness }: MotionOptions): string {
  const whole = [prompt, movements[motion], amounts[liveliness]].filter((part) => part !== null).join(' ');
  return whole.length > appLimits.generation.maxPromptLength ? prompt : whole;
}
