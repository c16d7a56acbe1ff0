import { aborted } from '#client/lib/abort.ts';
import { ConnectionLost, RequestFailure } from '#client/api/error-code.ts';
import type { OutboxEffects } from '#client/entities/outbox/effects.ts';
import { createOutbox, type Outbox } from '#client/entities/outbox/outbox.ts';
import { sendable } from '#client/entities/outbox/photos.ts';
import { nextRow, type OutboxRow, type PhotoFields } from '#client/entities/outbox/row.ts';

/** What happens to the next request of a photo. */
export const fates = [
  'ok',
  'lost before it arrived',
  'lost afterwards',
  'unanswered for a while',
  '402',
  '429',
  '401',
  '500',
  'image broken',
  'a proxy’s page',
] as const;
export type Fate = (typeof fates)[number];

/** Lets everything that can happen without a step of the world happen. */
export const settle = async () => {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
};

/**
 * A server, a device with a storage, a lock and tabs: every wait of theirs is a step that the history takes, in the order
 * in which they began. Killed tabs take no more steps.
 */
export class World {
  /** By idempotency key, the photo of each task, and the fields with which it came. */
  readonly tasks = new Map<string, { photo: string; fields: string }>();
  /** Photos of which a response with a task or a final refusal came to a tab. */
  readonly told = new Map<string, Set<string>>();
  /** Photos that came with other fields under a key that was used: their owner is told, and decides. */
  readonly reused = new Set<string>();
  /** Keys that were answered with a refusal: it is repeated, whatever else has changed. */
  readonly refused = new Set<string>();
  readonly rows = new Map<string, OutboxRow>();
  fates: Fate[] = [];
  isFull = false;
  wasFull = false;
  private readonly waits: { isAlive: () => boolean; go: () => void }[] = [];
  private readonly lockQueue: { isAlive: () => boolean; go: () => void }[] = [];
  private holder: { isAlive: () => boolean } | null = null;
  private readonly listeners = new Set<{ tab: Tab; hear: (ids: readonly string[]) => void }>();

  /** One step: resolves when the history gets to it. Never, in a tab that was killed. */
  step(isAlive: () => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted('stopped'));
      const wait = { isAlive, go: resolve };
      this.waits.push(wait);
      signal?.addEventListener('abort', () => {
        const place = this.waits.indexOf(wait);
        if (place >= 0) this.waits.splice(place, 1);
        if (isAlive()) reject(aborted('stopped'));
      });
    });
  }

  async take(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      const next = this.waits.shift();
      if (!next) return settle();
      if (next.isAlive()) next.go();
      await settle();
    }
  }

  get isIdle(): boolean {
    return this.waits.every(({ isAlive }) => !isAlive());
  }

  async lock(isAlive: () => boolean, action: () => Promise<void>): Promise<void> {
    if (this.holder?.isAlive()) {
      await new Promise<void>((resolve) => this.lockQueue.push({ isAlive, go: resolve }));
    }
    const holder = { isAlive };
    this.holder = holder;
    await action();
    if (this.holder === holder) this.release();
  }

  release(): void {
    this.holder = null;
    for (let next = this.lockQueue.shift(); next; next = this.lockQueue.shift()) {
      if (!next.isAlive()) continue;
      this.holder = next;
      next.go();
      return;
    }
  }

  releaseIfDead(): void {
    if (this.holder && !this.holder.isAlive()) this.release();
  }

  hear(tab: Tab, hear: (ids: readonly string[]) => void): () => void {
    const listener = { tab, hear };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  post(from: Tab, ids: readonly string[]): void {
    for (const { tab: to, hear } of this.listeners) if (to !== from && to.isAlive) hear(ids);
  }

  /** Another device of the same user makes a video. */
  beginElsewhere(): void {
    this.tasks.set(`elsewhere ${++lastId}`, { photo: 'of another device', fields: '' });
  }

  /** The server's side of a request with a key: as the API documents it. */
  arrive(key: string, photo: string, fields: string): void {
    const known = this.tasks.get(key);
    if (!known) this.tasks.set(key, { photo, fields });
    else if (known.fields !== fields) throw new RequestFailure('no', 'idempotency_key_reused');
  }
}

let lastId = 0;

/** A page of the owner, and what it does outside of itself. */
export class Tab {
  isAlive = true;
  readonly outbox: Outbox;
  private readonly world: World;

  /** `slowness`: how many steps what it has read is under way, while others may change it. */
  constructor(world: World, slowness = 0) {
    this.world = world;
    const alive = () => this.isAlive;
    const step = (signal?: AbortSignal) => world.step(alive, signal);
    const effects: OutboxEffects = {
      storage: {
        add: async (rows) => {
          await step();
          if (world.isFull) return false;
          for (const row of rows) world.rows.set(row.id, row);
          return true;
        },
        read: async () => {
          await step();
          const rows = [...world.rows.values()];
          for (let i = 0; i < slowness; i += 1) await step();
          return rows;
        },
        change: async (id, event) => {
          await step();
          const row = world.rows.get(id);
          if (!row) return null;
          const next = nextRow(row, event);
          if (next && next !== row && world.isFull) throw new DOMException('full', 'QuotaExceededError');
          if (next) world.rows.set(id, next);
          else world.rows.delete(id);
          return next;
        },
        deleteOthers: () => step(),
        renew: () => true,
      },
      prepare: async ({ file }) => {
        await step();
        return {
          photo: { image: file, facts: { seed: '1' } },
          options: { turn: 'auto', rest: [], border: 'crop', restore: false },
        };
      },
      upload: async ({ image }, { key, fields, signal, onProgress }) => {
        onProgress(0.5);
        await step(signal);
        const fate = world.fates.shift() ?? 'ok';
        if (fate === 'lost before it arrived') throw new ConnectionLost();
        onProgress(1);
        await step(signal);
        this.respond(fate, { key, image, fields });
        await step(signal);
        if (fate === 'lost afterwards') throw new ConnectionLost();
        const seen = world.told.get(image.name) ?? new Set();
        world.told.set(image.name, seen.add(key));
        return key;
      },
      reach: () => step(),
      lock: (run) => world.lock(alive, run),
      channel: {
        post: (ids) => world.post(this, ids),
        listen: (hear) => world.hear(this, hear),
      },
      onSent: () => undefined,
      newId: () => `${++lastId}`,
      pause: (_milliseconds, signal) => step(signal),
    };
    this.outbox = createOutbox('owner', effects);
    this.outbox.open();
  }

  private respond(
    fate: Fate,
    { key, image, fields }: { key: string; image: File; fields: PhotoFields },
  ): void {
    const isKnown = this.world.tasks.has(key);
    // Keys are looked up before everything but the session.
    if (fate === '401') throw new RequestFailure('no', 'not_signed_in');
    if (this.world.refused.has(key)) throw new RequestFailure('no', 'insufficient_credits', true);
    switch (isKnown ? 'ok' : fate) {
      case 'ok':
      case 'lost before it arrived':
      case 'lost afterwards':
        try {
          return this.world.arrive(key, image.name, JSON.stringify(fields));
        } catch (error) {
          this.world.reused.add(image.name);
          throw error;
        }
      case '402':
        this.world.refused.add(key);
        throw new RequestFailure('no', 'insufficient_credits', true);
      case '429':
        throw new RequestFailure('no', 'too_many_requests', false, 1);
      case 'image broken':
        throw new RequestFailure('no', 'image_broken');
      case '500':
        throw new RequestFailure('no', 'internal_error');
      case 'unanswered for a while':
        this.world.arrive(key, image.name, JSON.stringify(fields));
        throw new RequestFailure('no', 'idempotency_in_progress', false, 1);
      case 'a proxy’s page':
        this.world.arrive(key, image.name, JSON.stringify(fields));
        throw new RequestFailure('no', null);
    }
  }

  shows(photo: string): boolean {
    return (
      this.isAlive &&
      this.outbox
        .view()
        .photos.some(
          ({ row, phase }) => row.file.name === photo && phase.is !== 'declined' && phase.is !== 'refused',
        )
    );
  }
}

export const noChoices = { turn: null, rest: { turn: 0, points: [] }, border: 'crop' } as const;

/** What the owner of all photos that a tab shows asks for: with what is chosen for each, then. */
export function sendAll({ outbox }: Tab): void {
  for (const { row } of sendable(outbox.view())) {
    const options = {
      turn: 'auto',
      rest: [],
      border: 'crop',
      restore: row.choices?.restore === true,
    } as const;
    void outbox.send([row.id], { language: 'en', consent: undefined, options });
  }
}
