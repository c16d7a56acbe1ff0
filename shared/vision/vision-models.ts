import type { Cascade } from './cascade.ts';

/** Side of each model's square input, in pixels. */
export const inputSides = { detector: 256, mesh: 192, segmenter: 256, objects: 416 } as const;

/** The number of values per anchor in the result of `detect`. */
export const anchorValues = 17;

/** Points of a face: 468 on its surface, then five for each iris. */
export const pointsOfFace = 478;

/** The animals that are found. */
export const petSpecies = [
  'bird',
  'cat',
  'dog',
  'horse',
  'sheep',
  'cow',
  'elephant',
  'bear',
  'zebra',
  'giraffe',
] as const;

/** What the fourth model tells apart, of the 80 classes of COCO: people and animals. */
export const objectClasses = ['person', ...petSpecies] as const;
export type ObjectClass = (typeof objectClasses)[number];

/** The number of values per place in the result of `objects`: a box, then a score for each class. */
export const objectValues = 4 + objectClasses.length;

/**
 * The four models, independent of the runtime. Pictures are squares of RGB floats from 0 to 255, row by row; each call
 * returns newly allocated memory.
 */
export interface VisionModels {
  /** For each of 896 anchors: the logit of its score, then offsets and sizes in pixels (x, y, w, h, six key points). */
  detect(picture: Float32Array): Float32Array;
  /** x, y and z of each point, in pixels of the picture; z is 0 for the irises and falls towards the camera. */
  landmarks(picture: Float32Array): Float32Array;
  /** The probability that each pixel belongs to a person, 0 to 1. */
  segment(picture: Float32Array): Float32Array;
  /**
   * For each of 3549 places: the left, top, right and bottom of a box in pixels, then the probability of each class that
   * it shows one, 0 to 1.
   */
  objects(picture: Float32Array): Float32Array;
  /** Find the faces of cats, and of dogs, where there is known to be an animal. */
  readonly petFaces: readonly Cascade[];
}
