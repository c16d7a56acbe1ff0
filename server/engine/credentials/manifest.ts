import type { Builder } from '@contentauth/c2pa-node';
import { digitalSourceType, isModel } from '#shared/provenance.ts';
import type { Maker, ProvenanceRecord, ProvenanceStep } from '#shared/schemas/provenance.ts';

type Manifest = Parameters<typeof Builder.withJson>[0];

/** A source of a file: a photo, a clip from elsewhere, or a video of an album. */
export interface Ingredient {
  path: string;
  type: 'image/jpeg' | 'video/mp4';
  /** What it is. Never a name given by a user: who removes a name would still find it in the files. */
  title: 'Photo' | 'Clip' | 'Video' | 'Film';
  /** Who made its pictures; empty for a photo. */
  makers: readonly Maker[];
}

/** The steps other than the making itself, in terms of the C2PA specification (2.2, section 18.14.3) and in words. */
const actions: Partial<Record<ProvenanceStep, { action: string; description: string }>> = {
  turned: { action: 'c2pa.orientation', description: 'The photo was turned upright.' },
  cropped: { action: 'c2pa.cropped', description: 'The border of a paper print was left away.' },
  restored: {
    action: 'c2pa.color_adjustments',
    description: 'Fading, casts, dust and scratches were removed.',
  },
  conformed: { action: 'c2pa.transcoded', description: 'The service’s clip was brought into Memori’s form.' },
  music: { action: 'c2pa.edited', description: 'Music was laid under the pictures.' },
  voice: { action: 'c2pa.edited', description: 'A voice was laid under the pictures.' },
  compressed: {
    action: 'c2pa.transcoded',
    description: 'The film was encoded anew, small enough for messengers.',
  },
  watermarked: { action: 'c2pa.edited', description: 'The visible mark of Memori was put on.' },
};

/** The label of Memori's own assertion in a manifest. */
const ownLabel = 'org.memori.making';

const ingredientId = (index: number): string => `ingredient-${index}`;

/** The signed statement about a file: how its pictures came to be, from what, and which steps were applied. */
export function manifestOf(
  making: ProvenanceRecord,
  { version, ingredients }: { version: string; ingredients: readonly Ingredient[] },
): Manifest {
  const created = {
    action: 'c2pa.created',
    digitalSourceType: digitalSourceType(making.makers),
    softwareAgent: agentOf(making.makers, version),
    description: descriptionOf(making),
  };
  const placed = ingredients.map(({ makers }, index) => ({
    action: 'c2pa.placed',
    parameters: { ingredientIds: [ingredientId(index)] },
    ...(makers.length > 0 ? { digitalSourceType: digitalSourceType(makers) } : {}),
  }));
  const others = making.steps.flatMap((step) => actions[step] ?? []);
  return {
    claim_generator_info: [{ name: 'Memori', version }],
    title: 'Memori',
    format: 'video/mp4',
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: [created, ...placed, ...others] } },
      { label: ownLabel, data: making, kind: 'Json' },
    ],
  };
}

function descriptionOf({ makers, steps }: ProvenanceRecord): string {
  if (steps.includes('joined')) return 'Videos that were made of still photos were joined.';
  return makers.some(isModel)
    ? 'A generative model made pictures that move of a still photo.'
    : 'Software moved a still photo; nothing was invented.';
}

const agentNames = { local: 'Memori local animator', minimax: 'MiniMax', comfyui: 'ComfyUI' } as const;

/** A single maker is named as it is; for several, Memori is named as the one that combined them. */
function agentOf(makers: readonly Maker[], memori: string): { name: string; version?: string } {
  const [maker, another] = makers;
  if (!maker || another) return { name: 'Memori', version: memori };
  const version = maker.version ?? maker.model;
  return { name: agentNames[maker.name], ...(version === null ? {} : { version }) };
}

/** An ingredient in the format of the manifest builder. */
export const definitionOf = ({ title, type }: Ingredient, index: number) => ({
  title,
  format: type,
  relationship: 'componentOf',
  label: ingredientId(index),
});
