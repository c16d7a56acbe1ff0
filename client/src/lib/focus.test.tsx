// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusLater } from './focus-later.ts';
import { useFocusOn } from './focus.ts';

afterEach(cleanup);

function Question({ number }: { number: number }) {
  const field = useRef<HTMLInputElement>(null);
  useFocusOn(field, number);
  return <input ref={field} aria-label="answer" />;
}

test('an element takes the focus when it appears, and again only when the key changes', () => {
  const { rerender } = render(<Question number={1} />);
  const field = screen.getByRole('textbox');
  expect(document.activeElement).toBe(field);
  field.blur();
  rerender(<Question number={1} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Question number={2} />);
  expect(document.activeElement).toBe(field);
});

function List({ names }: { names: string[] }) {
  const moveFocus = useFocusLater();
  return ['ask', ...names].map((name) => (
    <button
      key={name}
      type="button"
      onClick={() => moveFocus(() => screen.queryByRole('button', { name: 'two' }))}
    >
      {name}
    </button>
  ));
}

test('the focus waits until its target exists, and then moves once', () => {
  const { rerender } = render(<List names={['one']} />);
  const one = screen.getByRole('button', { name: 'one' });
  one.focus();
  fireEvent.click(screen.getByRole('button', { name: 'ask' }));
  expect(document.activeElement).toBe(one);
  rerender(<List names={['one', 'two']} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two' }));
  one.focus();
  rerender(<List names={['one', 'two', 'three']} />);
  expect(document.activeElement).toBe(one);
  fireEvent.click(screen.getByRole('button', { name: 'ask' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two' }));
});
