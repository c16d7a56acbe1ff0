import { type ComponentType, lazy } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * A component that is loaded when first rendered: the export `name` of the module that `load` imports. If it can't be
 * loaded, as after a deploy, it throws: a `Boundary` around it offers a reload.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await fetchPart(load))[name] }));
}
