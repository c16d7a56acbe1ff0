import { type ComponentType, lazy } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * A component that is fetched when it is first shown: what the module that `load` imports calls `name`. Where it can't be
 * had, as after a deploy, it throws: a `Boundary` around it offers a reload.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await fetchPart(load))[name] }));
}
