/** Example ids, in the format of real ones, to be replaced by the reader's own. */
export const exampleIds = {
  userId: 'rosa2222222222222222222222222aaa',
  sessionId: 'telefono22222222222222222222aaaa',
  exportId: 'archivio22222222222222222222aaaa',
  tokenId: 'gettone222222222222222222222aaaa',
  taskId: 'nonnarosa2222222222222222222aaaa',
  otherTaskId: 'nonnopino2222222222222222222aaaa',
  mergeId: 'famiglia22222222222222222222aaaa',
  audioId: 'canzone222222222222222222222aaaa',
  webhookId: 'messaggi22222222222222222222aaaa',
  deliveryId: 'msg_novella222222222222222222222aaaa',
} as const;

/** The example for a path parameter; `{id}` is a webhook's wherever tokens may call. */
export const examplePart = (name: string): string =>
  name === 'id' ? exampleIds.webhookId : ((exampleIds as Record<string, string>)[name] ?? name);
