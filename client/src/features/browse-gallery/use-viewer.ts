import { useLocation, useNavigate } from 'react-router';

/** The viewer's history state: going back closes it. */
interface Viewing {
  viewing?: string;
}

/** Which video is open in the full-screen viewer. Kept in the browser's history, so that going back closes it. */
export function useViewer() {
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as Viewing | null;
  const viewing = state?.viewing ?? null;
  const go = (id: string, replace: boolean) =>
    void navigate(location, { replace, state: { ...state, viewing: id } });
  return {
    viewing,
    open: (id: string) => go(id, false),
    /** Replaces the history entry. */
    turnTo: (id: string) => go(id, true),
    close: () => viewing !== null && void navigate(-1),
  };
}
