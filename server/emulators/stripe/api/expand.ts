import { WireError } from '../wire-error.ts';
import type { SandboxState } from '../state.ts';

type Fields = Record<string, unknown>;

function find(state: SandboxState, id: string): unknown {
  for (const objects of [state.paymentIntents, state.charges, state.refunds, state.disputes]) {
    const found = objects.get(id);
    if (found) return found;
  }
  return undefined;
}

function expandStep(state: SandboxState, owner: Fields, key: string): unknown {
  if (key === 'line_items' && owner.object === 'checkout.session') {
    const id = String(owner.id);
    const data = state.sessions.get(id)?.lineItems ?? [];
    return { object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false, data };
  }
  const value = owner[key];
  if (value === null) return null;
  return typeof value === 'string' ? find(state, value) : value;
}

function expandPath(state: SandboxState, owner: Fields, path: string[], whole: string): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  const value = Array.isArray(owner[key]) ? owner[key] : expandStep(state, owner, key);
  if (value === undefined)
    throw new WireError(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  // A copy, so that the stored object stays unexpanded.
  const copy = structuredClone(value);
  Object.assign(owner, { [key]: copy });
  for (const each of Array.isArray(copy) ? copy : [copy]) {
    if (each !== null && typeof each === 'object') expandPath(state, each as Fields, rest, whole);
  }
}

/** A copy of `answer` with the ids named by `paths` replaced by objects (docs.stripe.com/api/expanding_objects). */
export function expand(state: SandboxState, answer: object, paths: readonly string[] = []): object {
  const copy = structuredClone(answer) as Fields;
  for (const path of paths) expandPath(state, copy, path.split('.'), path);
  return copy;
}
