import { type RefObject, useEffect, useState } from 'react';

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
 * Whether a floating element must move away because it covers a control. `place` is the positioned parent of the
 * floating element. Rechecked whenever the page scrolls, resizes or changes its content.
 */
export function useAvoidOverlap(place: RefObject<Element | null>, shown: boolean): boolean {
  const [overlaps, setTucked] = useState(false);
  useEffect(() => {
    if (!shown) return;
    let frame = 0;
    const check = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const floating = place.current?.firstElementChild;
        if (floating instanceof HTMLElement) setTucked(coversControl(floating));
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
  }, [place, shown]);
  return overlaps;
}
