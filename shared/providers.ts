/** Who can make a video of a photo: the animator of our own, a hosted service, a server of the operator's. */
export const videoProviders = ['local', 'minimax', 'comfyui'] as const;
export type ProviderName = (typeof videoProviders)[number];
