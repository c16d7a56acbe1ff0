// @vitest-environment happy-dom
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/components/render.tsx';
import { DropArea } from './drop-area.tsx';

const photo = new File(['a photo'], 'nonna.jpg', { type: 'image/jpeg' });

/** An area, and the names of the files that were dropped on it or picked, per call. */
function showArea() {
  const taken: string[][] = [];
  show(<DropArea reading={false} onFiles={(files) => taken.push(Array.from(files, ({ name }) => name))} />);
  const input = screen.getByLabelText<HTMLInputElement>(/Drop a photo here/);
  return { taken, input };
}

/** Drops files on an element; returns whether the browser's default of opening them was prevented. */
function drop(target: Element, files: File[]): boolean {
  const event = createEvent.drop(target, { dataTransfer: { types: ['Files'], files } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

test('passes on all dropped files', () => {
  const { taken, input } = showArea();
  expect(drop(input, [photo])).toBe(true);
  expect(drop(input, [photo, photo])).toBe(true);
  expect(taken).toEqual([['nonna.jpg'], ['nonna.jpg', 'nonna.jpg']]);
});

test('a file dropped beside it neither replaces the page nor is accepted', () => {
  const { taken } = showArea();
  expect(drop(document.body, [photo])).toBe(true);
  expect(taken).toEqual([]);
});

test('other drops keep their default behaviour', () => {
  showArea();
  const event = createEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } });
  fireEvent(document.body, event);
  expect(event.defaultPrevented).toBe(false);
});

test('picked files are passed on, and can be picked again', () => {
  const { taken, input } = showArea();
  fireEvent.change(input, { target: { files: [photo] } });
  expect(taken).toEqual([['nonna.jpg']]);
  expect(input.value).toBe('');
});
