import type { Maker, Making } from './schemas/provenance.ts';

/** Whether a generative model is at work in it: all but our own animator. */
export const isModel = ({ name }: Pick<Maker, 'name'>): boolean => name !== 'local';

/** Where the IPTC's words for how pictures came to be are kept: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * The IPTC digital source type of a file with pictures of these makers: an algorithm without training data, a generative
 * model, or both side by side.
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

/** What a file's metadata say, to people and machines, of how it was made. */
export function noteOf({ makers, steps }: Pick<Making, 'makers' | 'steps'>): string {
  const what = steps.includes('joined')
    ? 'Memori joined videos that were moved from still photos'
    : 'Memori moved a still photo';
  const restored = steps.includes('restored') ? ' The photo was restored first.' : '';
  return `Made by software: ${what} by ${makers.map(nameOfMaker).join(' and ')}.${restored} ${digitalSourceType(makers)}`;
}
