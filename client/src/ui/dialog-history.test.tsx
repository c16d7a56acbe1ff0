// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode, useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useCloseOnBack, useDialogHistory } from './dialog-history.ts';

configure({ asyncUtilTimeout: 60_000 });

/** Renders with the browser's own history, in which each test begins at `/`. */
function show(ui: ReactNode) {
  window.history.replaceState(null, '', '/');
  const wrapped = (children: ReactNode) => <BrowserRouter>{children}</BrowserRouter>;
  const shown = render(wrapped(ui));
  onTestFinished(cleanup);
  return { update: (next: ReactNode) => shown.rerender(wrapped(next)) };
}

function App() {
  useDialogHistory();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (
    <>
      <output>{JSON.stringify({ pathname, state })}</output>
      <button type="button" onClick={() => void navigate('/page', { state: { viewing: 'video' } })}>
        Enter
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  );
}

function Opened({ onClose }: { onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return null;
}

const closed = vi.fn<(name: string) => void>();

/** An app in which the named dialogs are open. */
const appWith = (...names: string[]) => (
  <StrictMode>
    <App />
    {names.map((name) => (
      <Opened key={name} onClose={() => closed(name)} />
    ))}
  </StrictMode>
);

const expectState = (state: object | null) =>
  waitFor(() =>
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({ pathname: '/page', state }),
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('each dialog has one entry, which goes with it, and going back closes the topmost', async () => {
  const { update } = show(appWith());
  press('Enter');
  update(appWith('form'));
  await expectState({ viewing: 'video', dialogs: 1 });
  // One dialog may take the place of another.
  update(appWith('link'));
  await expectState({ viewing: 'video', dialogs: 1 });
  update(appWith('link', 'question'));
  await expectState({ viewing: 'video', dialogs: 2 });
  expect(closed).not.toHaveBeenCalled();
  press('Back');
  await waitFor(() => expect(closed.mock.calls).toEqual([['question']]));
  update(appWith('link'));
  await expectState({ viewing: 'video', dialogs: 1 });
  update(appWith());
  await expectState({ viewing: 'video' });
  // There is nothing to return to on the way forward.
  press('Forward');
  await expectState({ viewing: 'video' });
  press('Back');
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('"/"'));
  expect(closed).toHaveBeenCalledOnce();
});

function Opener() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && <Opened onClose={() => setOpened(false)} />}
      {opened && <p>Opened</p>}
    </>
  );
}

test('going back closes a dialog whose entry the page has not rendered yet', async () => {
  show(
    <StrictMode>
      <App />
      <Opener />
    </StrictMode>,
  );
  press('Enter');
  await expectState({ viewing: 'video' });
  const push = vi.spyOn(window.history, 'pushState').mockImplementationOnce((...entry) => {
    push.mockRestore();
    window.history.pushState(...entry);
    queueMicrotask(() => window.history.back());
  });
  // As in a browser: inside `act`, React would render the entry before the step back.
  const inAct = vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => void inAct.unstubAllGlobals());
  screen.getByRole('button', { name: 'Open' }).click();
  await waitFor(() => expect(screen.queryByText('Opened')).not.toBeNull());
  await waitFor(() => expect(screen.queryByText('Opened')).toBeNull());
  await expectState({ viewing: 'video' });
});
