const controls = 'a, button, input, label, select, summary, textarea, audio[controls], video[controls]';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Whether one of the lines of text directly in `element` reaches into the box. */
function hasLineIn(element: Element, box: Box): boolean {
  const range = document.createRange();
  return Array.from(element.childNodes)
    .filter((node) => node instanceof Text && node.data.trim() !== '')
    .some((node) => {
      range.selectNodeContents(node);
      return Array.from(range.getClientRects()).some(
        ({ left, top, right, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
    });
}

/** True while a control or text lies under the position of `element`, or would if the element were slightly larger. */
function coversAnything(element: HTMLElement): boolean {
  // Its layout position, regardless of any transform.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
  const xs = [left - 6, left + width / 2, left + width - 1];
  const ys = [top - 6, top + height / 2, top + height - 1];
  const box = { left: left - 6, top: top - 6, right: left + width, bottom: top + height };
  return xs.some((x) =>
    ys.some((y) =>
      document
        .elementsFromPoint(x, y)
        .some(
          (under) => !element.contains(under) && (under.closest(controls) !== null || hasLineIn(under, box)),
        ),
    ),
  );
}

/**
 * Marks `place` as tucked, which hides the floating element in it, while that covers a control or text. Rechecked whenever
 * the page scrolls, resizes or changes its content, until the returned function is called.
 */
export function avoidOverlap(place: HTMLElement): () => void {
  let frame = 0;
  const check = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const floating = place.firstElementChild;
      if (floating instanceof HTMLElement) place.toggleAttribute('data-tucked', coversAnything(floating));
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
