/** The texts a frame shows while it plays no film. */
export const frameStates = ['loading', 'empty', 'offline', 'stopped'] as const;
export type FrameState = (typeof frameStates)[number] | 'playing';
