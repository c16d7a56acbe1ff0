/** Where films are shown: two players, one playing a film while the next is prepared in the other. */
export interface Stage {
  /** Prepares a film in the hidden player, as far as the browser does that before it plays. Rejects if it can't be played. */
  prepare(file: Blob): Promise<void>;
  /** Resolves this many seconds before the current film ends, or when it is skipped; immediately if none is playing. */
  nearEnd(seconds: number): Promise<void>;
  /** Shows the prepared film. Resolves once the other one is out of sight; rejects if the browser does not play it. */
  turn(): Promise<void>;
  skip(): void;
  pause(): void;
  resume(): Promise<void>;
  /** Releases both films. */
  clear(): void;
}

/** How long a browser may take to load what it has, and to begin to play, in milliseconds. */
const patience = 20_000;

/** Resolves with the first of these events, or with null once `within` milliseconds have passed. */
function firstOf(
  target: EventTarget,
  names: readonly string[],
  within = Number.POSITIVE_INFINITY,
): Promise<Event | null> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (event: Event | null) => {
      listening.abort();
      clearTimeout(timer);
      resolve(event);
    };
    const timer = Number.isFinite(within) ? setTimeout(() => end(null), within) : undefined;
    for (const name of names) target.addEventListener(name, end, { signal: listening.signal });
  });
}

/** Plays. Rejects if the browser refuses, or has not begun after a while. */
function play(player: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser did not begin to play')), patience);
    void player
      .play()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
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
      // Some browsers load nothing before they are asked to play.
      const ready = firstOf(player, ['canplay', 'error'], patience);
      put(player, file);
      if ((await ready)?.type === 'error') throw new Error('This film can’t be played');
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
      await play(next);
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
