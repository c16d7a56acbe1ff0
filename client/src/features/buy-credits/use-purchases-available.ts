import { trpc } from '#client/api/trpc.ts';

/** Whether credits can be bought here; undefined until that is known. If the request fails, true: trying will tell. */
export function usePurchasesAvailable(): boolean | undefined {
  const config = trpc.config.get.useQuery();
  return config.isError ? true : config.data?.purchasesAvailable;
}
