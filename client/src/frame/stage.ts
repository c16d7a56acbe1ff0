/** Where films are shown: two players, one playing a film while the next is prepared in the other. */
export interface Stage {
  /** Prepares a film in the hidden player. Rejects if it can't be played. */
  prepare(file: Blob): Promise<void>;
  /** Resolves this many seconds before the current film ends, or when it is skipped; immediately if none is playing. */
  nearEnd(seconds: number): Promise<void>;
  /** Shows the prepared film. Resolves once the other one is out of sight; rejects if the browser refuses to play. */
  turn(): Promise<void>;
  skip(): void;
  pause(): void;
  resume(): Promise<void>;
  /** Releases both films. */
  clear(): void;
}

/** Resolves with the first of these events. */
function firstOf(target: EventTarget, names: readonly string[]): Promise<Event> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const listen = (event: Event) => {
      listening.abort();
      resolve(event);
    };
    for (const name of names) target.addEventListener(name, listen, { signal: listening.signal });
  });
}

/** Loads a film into a player and frees the previous one: a frame runs for months. */
function put(player: HTMLVideoElement, file: Blob | null): void {
  const before = player.src;
  if (file) player.src = URL.createObjectURL(file);
  else player.removeAttribute('src');
  player.load();
  if (before) URL.revokeObjectURL(before);
}

export function createStage(first: HTMLVideoElement, second: HTMLVideoElement): Stage {
  let visible: HTMLVideoElement | null = null;
  let skipped = false;
  const hidden = () => (visible === first ? second : first);

  return {
    async prepare(file) {
      const player = hidden();
      const ready = firstOf(player, ['canplay', 'error']);
      put(player, file);
      if ((await ready).type === 'error') throw new Error('This film can’t be played');
    },
    async nearEnd(seconds) {
      const player = visible;
      const near = () =>
        !player || skipped || player.ended || player.duration - player.currentTime <= seconds;
      while (player && !near()) await firstOf(player, ['timeupdate', 'ended', 'error', 'skip']);
    },
    async turn() {
      const [next, before] = [hidden(), visible];
      visible = next;
      skipped = false;
      next.dataset['shown'] = '';
      if (before) delete before.dataset['shown'];
      await next.play();
      // Older browsers can't tell: the film before is then paused a moment early.
      const animations = 'getAnimations' in next ? next.getAnimations() : [];
      await Promise.all(animations.map(({ finished }) => finished.catch(() => undefined)));
      before?.pause();
    },
    skip() {
      skipped = true;
      visible?.dispatchEvent(new Event('skip'));
    },
    pause: () => visible?.pause(),
    resume: async () => visible?.play(),
    clear() {
      for (const player of [first, second]) put(player, null);
      visible = null;
    },
  };
}
