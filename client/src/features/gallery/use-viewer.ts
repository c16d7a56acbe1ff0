import { useLocation, useNavigate } from 'react-router';

/** What the viewer leaves in the history: the way back closes it. */
interface Viewing {
  viewing?: string;
}

/** Which video is looked at as large as the screen: a step of the browser's history, so that its way back closes it. */
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
    /** Another one in the same place. */
    turnTo: (id: string) => go(id, true),
    close: () => viewing !== null && void navigate(-1),
  };
}
