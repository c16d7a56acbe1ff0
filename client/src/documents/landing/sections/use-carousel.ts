import { type RefObject, useEffect, useRef, useState } from 'react';

interface Carousel {
  track: RefObject<HTMLUListElement | null>;
  /** The index of the slide in the middle of the view. */
  current: number;
  show: (index: number) => void;
}

/** A row of slides with scroll snapping: tracks the current slide, and scrolls to one on request. */
export function useCarousel(): Carousel {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const row = track.current;
    if (!row) return;
    const slides = [...row.children];
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.findLast(({ isIntersecting }) => isIntersecting);
        if (shown) setCurrent(slides.indexOf(shown.target));
      },
      // A line down the middle: on a wide screen several slides are visible.
      { root: row, rootMargin: '0px -50%' },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, []);

  function show(index: number) {
    const row = track.current;
    const slide = row?.children[index];
    if (!row || !slide) return;
    // Not scrollIntoView, which would also scroll the page vertically.
    row.scrollBy({ left: slide.getBoundingClientRect().left - row.getBoundingClientRect().left });
  }

  return { track, current, show };
}
