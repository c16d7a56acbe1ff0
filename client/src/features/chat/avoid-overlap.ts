const controls = 'a, button, input, label, summary, video[controls]';

/** True while a control lies under the position of `element`, or would if the element were slightly larger. */
function coversControl(element: HTMLElement): boolean {
  // Its layout position, regardless of any transform.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
  const xs = [left - 6, left + width / 2, left + width - 1];
  const ys = [top - 6, top + height / 2, top + height - 1];
  return xs.some((x) =>
    ys.some((y) =>
      document
        .elementsFromPoint(x, y)
        .some((under) => !element.contains(under) && under.closest(controls) !== null),
    ),
  );
}

/**
 * Marks `place` as tucked, which hides the floating element in it, while that covers a control. Rechecked whenever
 * the page scrolls, resizes or changes its content, until the returned function is called.
 */
export function avoidOverlap(place: HTMLElement): () => void {
  let frame = 0;
  const check = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const floating = place.firstElementChild;
      if (floating instanceof HTMLElement) place.toggleAttribute('data-tucked', coversControl(floating));
    });
  };
  const resized = new ResizeObserver(check);
  resized.observe(document.body);
  const changed = new MutationObserver(check);
  changed.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('scroll', check, { passive: true });
  window.addEventListener('resize', check);
  check();
  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    changed.disconnect();
    window.removeEventListener('scroll', check);
    window.removeEventListener('resize', check);
  };
}
