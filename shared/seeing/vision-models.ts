/** Side of the squares that each model looks at, in pixels. */
export const inputSides = { detector: 256, mesh: 192, segmenter: 256 } as const;

/** Values of one anchor in what `detect` answers. */
export const anchorValues = 17;

/** Points of a face: 468 of its surface, then five of each iris. */
export const pointsOfFace = 478;

/**
 * The three models, whoever runs them. Pictures are squares of RGB floats from 0 to 255, row by row; each call answers
 * memory of its own.
 */
export interface VisionModels {
  /** For each of 896 anchors: the logit of its score, then offsets and sizes in pixels (x, y, w, h, six key points). */
  detect(picture: Float32Array): Float32Array;
  /** x, y and z of each point, in pixels of the picture; z is 0 for the irises and falls towards the camera. */
  landmarks(picture: Float32Array): Float32Array;
  /** How far each pixel belongs to a person, 0 to 1. */
  segment(picture: Float32Array): Float32Array;
}
