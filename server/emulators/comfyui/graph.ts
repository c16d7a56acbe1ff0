/** A node as the API accepts it. */
export interface GraphNode {
  class_type?: unknown;
  inputs?: Record<string, unknown>;
}
export type Graph = Record<string, GraphNode>;

const outputNodes = /^(SaveVideo|SaveWEBM|SaveImage|VHS_VideoCombine|PreviewImage)$/;

export interface NodeErrors {
  [node: string]: {
    class_type: string;
    errors: { type: string; message: string; details: string; extra_info: object }[];
  };
}

export interface Refusal {
  error: { type: string; message: string; details: string; extra_info: object };
  node_errors: NodeErrors;
}

/** The response to a graph with invalid nodes. */
export function refusal(nodeErrors: NodeErrors): Refusal {
  const error = { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation' };
  return { error: { ...error, details: '', extra_info: {} }, node_errors: nodeErrors };
}

export function nodeError(graph: Graph, node: string, message: string, details: string): NodeErrors {
  const error = { type: 'value_not_in_list', message, details, extra_info: {} };
  return { [node]: { class_type: String(graph[node]?.class_type), errors: [error] } };
}

/** The reason for which ComfyUI would reject a graph, or null. */
export function findFault(graph: Graph, photos: ReadonlySet<string>): Refusal | null {
  const nodes = Object.entries(graph);
  const general = (type: string, message: string): Refusal => ({
    error: { type, message, details: '', extra_info: {} },
    node_errors: {},
  });
  if (nodes.some(([, { class_type: kind }]) => typeof kind !== 'string'))
    return general('invalid_prompt', 'Cannot execute because a node is missing the class_type property.');
  if (!nodes.some(([, { class_type: kind }]) => outputNodes.test(String(kind))))
    return general('prompt_no_outputs', 'Prompt has no outputs');
  for (const [id, { class_type: kind, inputs = {} }] of nodes) {
    for (const [name, value] of Object.entries(inputs)) {
      if (Array.isArray(value) && !Object.hasOwn(graph, String(value[0])))
        return refusal(nodeError(graph, id, 'Required input is missing', name));
      const isNumber = ['width', 'height', 'length', 'noise_seed', 'seed'].includes(name);
      if (isNumber && typeof value === 'string')
        return refusal(nodeError(graph, id, 'Failed to convert an input value to a INT value', name));
    }
    if (kind === 'LoadImage' && !photos.has(String(inputs['image'])))
      return refusal(
        nodeError(
          graph,
          id,
          'Custom validation failed for node',
          `image - Invalid image file: ${String(inputs['image'])}`,
        ),
      );
  }
  return null;
}

/** Topological order of the nodes: each comes after its inputs. */
export function executionOrder(graph: Graph): string[] {
  const order: string[] = [];
  const visit = (id: string): void => {
    if (order.includes(id)) return;
    for (const value of Object.values(graph[id]?.inputs ?? {}))
      if (Array.isArray(value)) visit(String(value[0]));
    order.push(id);
  };
  for (const id of Object.keys(graph)) visit(id);
  return order;
}

function textOf(node: GraphNode | undefined, input: string): string {
  const value = node?.inputs?.[input];
  return typeof value === 'string' ? value : '';
}

/** The text that a graph's first text node encodes, by which tests identify their graph. */
export function promptOf(graph: Graph): string {
  const node = Object.values(graph).find(({ class_type: kind }) => kind === 'CLIPTextEncode');
  return textOf(node, 'text');
}

/** The photo's name and the size that a graph asks for. */
export function imageOf(graph: Graph): { photo: string; width: number; height: number } {
  const nodes = Object.values(graph);
  const loader = nodes.find(({ class_type: kind }) => kind === 'LoadImage');
  const sized = nodes.find(({ inputs }) => typeof inputs?.['width'] === 'number');
  return {
    photo: textOf(loader, 'image'),
    width: Number(sized?.inputs?.['width'] ?? 768),
    height: Number(sized?.inputs?.['height'] ?? 768),
  };
}
