const awakeMilliseconds = 5000;

interface Actions {
  /** Returns whether it is paused now. */
  toggle(): boolean;
  next(): void;
}

/**
 * The controls of a frame, shown for a while after a key press, tap or mouse movement: pause, next, full screen.
 * Returns a function that updates them when playback pauses or resumes.
 */
export function startControls(frame: HTMLElement, { toggle, next }: Actions): (paused: boolean) => void {
  let sleep = 0;
  function show() {
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
    // Browsers without full screen do nothing here; there is no alternative.
    fullscreen() {
      const done = document.fullscreenElement ? document.exitFullscreen() : frame.requestFullscreen();
      done.catch(() => undefined);
    },
  };
  const keys: Record<string, string> = { ' ': 'pause', ArrowRight: 'next', f: 'fullscreen' };

  frame.addEventListener('click', ({ target }) => {
    // The tap that reveals the controls presses none of them: they ignore taps until they are visible.
    show();
    const button = target instanceof Element && target.closest<HTMLElement>('[data-action]');
    if (button) act[button.dataset['action'] ?? '']?.();
  });
  frame.addEventListener('pointermove', show);
  frame.addEventListener('focusin', show);
  document.addEventListener('keydown', (event) => {
    show();
    const onControl = event.target instanceof Element && event.target.closest('button, a');
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    // On a control, the space bar activates the focused element.
    if (onControl && event.key === ' ') return;
    event.preventDefault();
    act[action]?.();
  });
  show();
  return (paused) => {
    tell(paused);
    if (paused) show();
  };
}
