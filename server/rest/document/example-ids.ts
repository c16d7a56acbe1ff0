/** The ids of examples: each stands for one that the reader has, and has the form of one. */
export const exampleIds = {
  userId: 'rosa2222222222222222222222222aaa',
  sessionId: 'telefono22222222222222222222aaaa',
  exportId: 'archivio22222222222222222222aaaa',
  tokenId: 'gettone222222222222222222222aaaa',
  taskId: 'nonnarosa2222222222222222222aaaa',
  otherTaskId: 'nonnopino2222222222222222222aaaa',
  mergeId: 'famiglia22222222222222222222aaaa',
  webhookId: 'messaggi22222222222222222222aaaa',
  deliveryId: 'msg_novella222222222222222222222aaaa',
} as const;

/** What stands for a part of a path: `{id}` is a webhook's wherever programs may call. */
export const examplePart = (name: string): string =>
  name === 'id' ? exampleIds.webhookId : ((exampleIds as Record<string, string>)[name] ?? name);
