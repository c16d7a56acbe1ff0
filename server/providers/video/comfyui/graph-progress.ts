import type { ComfyEvent } from './events.ts';
import type { Workflow } from './workflow.ts';

/** Sampling dominates the time; each other node takes about a twentieth of it. */
const samplerWeight = 20;

/**
 * The completed share of a graph, from 0 to 1, based on ComfyUI's events: a node counts once the next one starts, the
 * running node by its own steps. Never falls.
 */
export function createGraphProgress(workflow: Workflow): (event: ComfyEvent) => number {
  const weights = new Map(
    Object.entries(workflow).map(([id, node]) => [id, /sampler/i.test(node.class_type) ? samplerWeight : 1]),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const done = new Set<string>();
  let current: { node: string; share: number } | null = null;
  let best = 0;

  return (event) => {
    if (event.type === 'cached') for (const node of event.nodes) done.add(node);
    else if (event.type === 'running' && event.node !== null) {
      if (current && current.node !== event.node) done.add(current.node);
      current = { node: event.node, share: 0 };
    } else if (event.type === 'step') {
      if (current && current.node !== event.node) done.add(current.node);
      current = { node: event.node, share: Math.min(1, event.done / event.of) };
    }
    const weightOf = (node: string) => weights.get(node) ?? 0;
    const finished = [...done].reduce((sum, node) => sum + weightOf(node), 0);
    const running = current && !done.has(current.node) ? weightOf(current.node) * current.share : 0;
    best = Math.max(best, (finished + running) / total);
    return best;
  };
}
