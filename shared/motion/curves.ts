const turn = 2 * Math.PI;

/**
 * The rhythms of the animation, as functions of the loop's phase (0 to 1). Each of them and its speed is 0 at phase 0
 * and 1: the first frame is the photo, and the loop closes at rest, without a seam.
 */
export const curves = {
  /** Out and back once, 0 to 1. */
  approach: (phase: number): number => (1 - Math.cos(turn * phase)) / 2,
  /** To one side and then to the other, -1 to 1. */
  swing: (phase: number): number => (Math.sin(turn * phase) * (1 - Math.cos(turn * phase))) / 1.299,
  /** In and out twice, 0 to 1. */
  breath: (phase: number): number => (1 - Math.cos(2 * turn * phase)) / 2,
} as const;
