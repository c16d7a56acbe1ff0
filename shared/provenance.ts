import type { Maker, ProvenanceRecord } from './schemas/provenance.ts';

/** Whether a maker is a generative model, as all but our own animator are. */
export const isModel = ({ name }: Pick<Maker, 'name'>): boolean => name !== 'local';

/** The IPTC's vocabulary of how pictures came to be: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * The IPTC digital source type of a file with pictures by these makers: an algorithm without training data, a
 * generative model, or a composite of both.
 */
export function digitalSourceType(makers: readonly Pick<Maker, 'name'>[]): string {
  if (!makers.some(isModel)) return `${sourceTypes}algorithmicMedia`;
  if (makers.every(isModel)) return `${sourceTypes}trainedAlgorithmicMedia`;
  return `${sourceTypes}compositeWithTrainedAlgorithmicMedia`;
}

/** A maker in a few English words, for the metadata of files. */
export function nameOfMaker({ name, version, model }: Maker): string {
  if (name === 'minimax') return `AI: MiniMax (${model ?? 'unknown model'})`;
  if (name === 'comfyui') return `AI: a ComfyUI workflow (${version ?? 'unknown'})`;
  return `its local animator ${version ?? ''}`.trim();
}

/** The provenance note in a file's metadata, for people and machines. */
export function noteOf({ makers, steps }: Pick<ProvenanceRecord, 'makers' | 'steps'>): string {
  const what = steps.includes('joined')
    ? 'Memori joined videos that were moved from still photos'
    : 'Memori moved a still photo';
  const restored = steps.includes('restored') ? ' The photo was restored first.' : '';
  return `Made by software: ${what} by ${makers.map(nameOfMaker).join(' and ')}.${restored} ${digitalSourceType(makers)}`;
}
