import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { clientOf } from './albums.ts';
import { portrait } from './photos.ts';
import { makeRecording } from './recordings.ts';
import { startTestServer } from './server.ts';
import { newVisitor } from './visitor.ts';

/** Starts a server, and makes people who send photos with stories to boxes, and those who receive them. */
export async function startStories() {
  const server = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1', LIMIT_SIGNUP: '100/1h' },
  });
  const folder = await mkdtemp(path.join(server.dataDir, 'stories-'));
  const photo = await portrait();
  const story = await makeRecording(path.join(folder, 'story.mp3'), { seconds: 2 });
  const usual: Record<string, string> = { sender: 'Zia Pina', words: 'Qui eravamo al mare.', consent: 'yes' };
  let senders = 0;

  /** Sends a photo, and stories, like a relative without an account, each time another one. */
  async function send(secret: string, fields = usual, stories: readonly Uint8Array[] = [story]) {
    const form = new FormData();
    form.set('image', new File([Uint8Array.from(photo)], 'mare.jpg'));
    for (const told of stories) form.append('story', new File([Uint8Array.from(told)], 'story.webm'));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    senders += 1;
    const headers = { 'x-forwarded-for': `198.51.${Math.floor(senders / 250)}.${senders % 250}` };
    const answer = await fetch(`${server.url}/api/box/${secret}`, { method: 'POST', body: form, headers });
    return { status: answer.status, ...((await answer.json()) as { secret: string; code: string }) };
  }

  /** A new user with a box that asks for stories, and credits. */
  async function owner({ asksForStory = true, credits = 5 } = {}) {
    const visitor = await newVisitor(server.url);
    const { box: boxes, audio, album, video } = clientOf(server, visitor);
    const where = { userId: visitor.userId };
    await server.deps.db.creditAccount.update({ where, data: { balance: credits } });
    const { secret, box } = await boxes.open.mutate({ name: 'Mare', asksForStory });
    return { ...visitor, boxes, audio, album, video, secret, boxId: box.id };
  }

  /** An owner in whose box a photo with a story waits. */
  async function waiting(options?: Parameters<typeof owner>[0]) {
    const nonna = await owner(options);
    const { status, code } = await send(nonna.secret);
    if (status !== 201) throw new Error(`the box answered ${status} ${code}`);
    const [{ id, story: told } = { id: '', story: null }] = await nonna.boxes.waiting.query();
    return { ...nonna, id, told };
  }

  /** An owner who has kept a story with its video. */
  async function kept() {
    const nonna = await waiting();
    const { taskId } = await nonna.boxes.approve.mutate({ id: nonna.id, story: true });
    const [recording] = await nonna.audio.stories.query({ videoIds: [taskId] });
    return { ...nonna, taskId, audioId: recording?.audioId ?? '' };
  }

  return {
    server,
    folder,
    photo,
    story,
    usual,
    send,
    owner,
    waiting,
    kept,
    recordingsOf: ({ userId }: { userId: string }) => server.deps.db.audio.findMany({ where: { userId } }),
    /** Whether there is such a file. */
    stored: async (key: string) => (await server.deps.storage.stat(key)) !== null,
  };
}
export type Stories = Awaited<ReturnType<typeof startStories>>;

/** The stable error code of a failed call. */
export const codeOf = (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode;
