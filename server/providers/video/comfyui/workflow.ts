import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { StartError } from '#server/platform/errors.ts';

const nodeSchema = z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) });
const workflowSchema = z.record(z.string(), nodeSchema);

/** A ComfyUI graph in its API format: nodes by id. */
export type Workflow = z.infer<typeof workflowSchema>;

/** The values that fill a workflow's placeholders. */
export interface WorkflowValues {
  /** ComfyUI's name of the uploaded photo. */
  image: string;
  prompt: string;
  task: string;
  seed: number;
  /** Width divided by height of the photo. */
  aspect: number;
}

/** `{{name}}`, or `{{name:number}}` if the placeholder takes a parameter. */
const placeholder = /\{\{(\w+)(?::(\d+))?\}\}/g;
/** Video models work on blocks of 16 pixels. */
const block = 16;

type Filler = (values: WorkflowValues, parameter: number | undefined) => string | number;

function side(of: 'width' | 'height'): Filler {
  return ({ aspect }, shorter = limits.video.shorterSide) => {
    const ratio = of === 'width' ? aspect : 1 / aspect;
    return block * Math.round((shorter * Math.max(1, ratio)) / block);
  };
}

/** All placeholders and their values (docs/providers.md). */
const fillers: Record<string, Filler> = {
  image: ({ image }) => image,
  prompt: ({ prompt }) => prompt,
  task: ({ task }) => task,
  seed: ({ seed }) => seed,
  width: side('width'),
  height: side('height'),
  frames: (_values, rate = 16) => limits.video.seconds * rate + 1,
};

/** Reads the operator's workflow. Throws StartError, which names the file and the problem. */
export async function loadWorkflow(file: string): Promise<Workflow> {
  const refuse = (why: string, cause?: unknown) =>
    new StartError(`COMFYUI_WORKFLOW names ${file}: ${why}.`, { cause });
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw refuse('it can’t be read', cause);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw refuse('it is no JSON', cause);
  }
  if (typeof json === 'object' && json !== null && 'nodes' in json && 'links' in json)
    throw refuse('it is a workflow as the editor saves it; export it in API format');
  const parsed = workflowSchema.safeParse(json);
  if (!parsed.success) throw refuse('it is no workflow in API format', parsed.error);
  const used = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  const unknown = used.find((name) => !Object.hasOwn(fillers, name));
  if (unknown) throw refuse(`there is no placeholder {{${unknown}}}`);
  if (!used.includes('image')) throw refuse('it has no {{image}}, so it would animate no photo');
  return parsed.data;
}

/** The graph to run for one photo. A string that consists only of a numeric placeholder becomes that number. */
export function fillWorkflow(workflow: Workflow, values: WorkflowValues): Workflow {
  return fill(workflow, values) as Workflow;
}

function fill(value: unknown, values: WorkflowValues): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
  if (typeof value !== 'string') return value;
  const stands = (name: string, parameter: string | undefined) =>
    fillers[name]?.(values, parameter === undefined ? undefined : Number(parameter)) ?? '';
  const [whole, name, parameter] = new RegExp(`^${placeholder.source}$`).exec(value) ?? [];
  if (whole !== undefined && name !== undefined) return stands(name, parameter);
  return value.replace(placeholder, (_all, named: string, number?: string) => String(stands(named, number)));
}
