/** A query of `trpc.useUtils()`. */
interface CachedQuery<Input, Data> {
  cancel(input: Input): Promise<void>;
  setData(input: Input, data: Update<Data>): unknown;
}

type Update<Data> = Data | undefined | ((before: Data | undefined) => Data | undefined);

/**
 * Writes what the server said into a query's cache. Cancels the query's requests in flight first: their answers may be
 * older.
 */
export async function putData<Input, Data>(
  query: CachedQuery<Input, Data>,
  input: Input,
  data: Update<Data>,
): Promise<void> {
  await query.cancel(input);
  query.setData(input, data);
}
