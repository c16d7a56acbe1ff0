/** The makers of videos: our own animator, a hosted service, a server run by the operator. */
export const videoProviders = ['local', 'minimax', 'comfyui'] as const;
export type ProviderName = (typeof videoProviders)[number];
