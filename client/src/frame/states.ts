/** What a frame says in words while it shows no film. */
export const frameStates = ['loading', 'empty', 'offline', 'stopped'] as const;
export type FrameState = (typeof frameStates)[number] | 'playing';
