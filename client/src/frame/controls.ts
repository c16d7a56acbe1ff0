const awakeMilliseconds = 5000;

interface Actions {
  /** Whether it stands still now. */
  toggle(): boolean;
  next(): void;
}

/**
 * The controls of a frame, which a key, a tap or the mouse shows for a while: pause, next, full screen. Returns how to say that
 * it stands still, or no longer.
 */
export function startControls(frame: HTMLElement, { toggle, next }: Actions): (paused: boolean) => void {
  let sleep = 0;
  function wake() {
    frame.dataset['awake'] = '';
    clearTimeout(sleep);
    sleep = window.setTimeout(() => delete frame.dataset['awake'], awakeMilliseconds);
  }
  function tell(paused: boolean) {
    if (paused) frame.dataset['paused'] = '';
    else delete frame.dataset['paused'];
  }
  const act: Record<string, () => void> = {
    pause: () => tell(toggle()),
    next() {
      tell(false);
      next();
    },
    // A browser that can't says so by doing nothing; there is no other way to have it.
    fullscreen() {
      const done = document.fullscreenElement ? document.exitFullscreen() : frame.requestFullscreen();
      done.catch(() => undefined);
    },
  };
  const keys: Record<string, string> = { ' ': 'pause', ArrowRight: 'next', f: 'fullscreen' };

  frame.addEventListener('click', ({ target }) => {
    // The tap that shows them presses nothing: they let it through until they are seen.
    wake();
    const button = target instanceof Element && target.closest<HTMLElement>('[data-action]');
    if (button) act[button.dataset['action'] ?? '']?.();
  });
  frame.addEventListener('pointermove', wake);
  frame.addEventListener('focusin', wake);
  document.addEventListener('keydown', (event) => {
    wake();
    const onControl = event.target instanceof Element && event.target.closest('button, a');
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    // There the space bar presses what has the focus.
    if (onControl && event.key === ' ') return;
    event.preventDefault();
    act[action]?.();
  });
  wake();
  return (paused) => {
    tell(paused);
    if (paused) wake();
  };
}
