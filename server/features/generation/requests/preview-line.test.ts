import { expect, test } from 'vitest';
import { inPreviewLine } from './preview-line.ts';

test('previews of one person come one at a time, in turn with another’s, and too many are refused', async () => {
  const begun: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const preview = (userId: string, signal?: AbortSignal) =>
    inPreviewLine(
      userId,
      async () => {
        begun.push(userId);
        await opened;
        return userId;
      },
      signal,
    );
  // One is looked at, two wait.
  const greedy = [preview('greedy'), preview('greedy'), preview('greedy')];
  await expect(preview('greedy')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 });
  const gone = new AbortController();
  const hungUp = preview('gone', gone.signal);
  gone.abort();
  await expect(hungUp).rejects.toMatchObject({ code: 'upload_aborted' });
  const other = preview('other');
  expect(begun).toEqual(['greedy']);
  open();
  expect(await Promise.all([...greedy, other])).toEqual(['greedy', 'greedy', 'greedy', 'other']);
  expect(begun).toEqual(['greedy', 'greedy', 'other', 'greedy']);
});
