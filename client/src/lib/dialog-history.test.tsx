// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show } from '../../../tests/components/render.tsx';
import { useCloseOnBack, useDialogHistory } from './dialog-history.ts';

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
