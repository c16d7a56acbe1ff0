/** Indices into a face's points (MediaPipe's canonical face model). "A" is the eye on the left of an upright face. */
export const faceOval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** The outline of one eye from its outer to its inner corner, its lid crease, its brow, and its iris. */
export interface EyeIndices {
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly crease: readonly number[];
  readonly brow: readonly number[];
  /** The centre first, then four points of the rim. */
  readonly iris: readonly number[];
}

export const eyeIndices: readonly [EyeIndices, EyeIndices] = [
  {
    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
    crease: [130, 247, 30, 29, 27, 28, 56, 190, 243],
    brow: [46, 53, 52, 65, 55],
    iris: [468, 469, 470, 471, 472],
  },
  {
    upper: [263, 466, 388, 387, 386, 385, 384, 398, 362],
    lower: [263, 249, 390, 373, 374, 380, 381, 382, 362],
    crease: [359, 467, 260, 259, 257, 258, 286, 414, 463],
    brow: [276, 283, 282, 295, 285],
    iris: [473, 474, 475, 476, 477],
  },
];

/** Outlines of what a face is known by: each eye with its brow, the lower end of the nose, and the lips, each in order. */
export const featureOutlines: readonly (readonly number[])[] = [
  [70, 63, 105, 66, 107, 133, 155, 154, 153, 145, 144, 163, 7, 33],
  [300, 293, 334, 296, 336, 362, 382, 381, 380, 374, 373, 390, 249, 263],
  [4, 48, 64, 98, 97, 2, 326, 327, 294, 278],
  [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
];

/** Named points of a face. "Left" is the left of the picture. */
export const points = {
  leftTemple: 234,
  rightTemple: 454,
  forehead: 10,
  chin: 152,
  noseTip: 1,
  leftMouthCorner: 61,
  rightMouthCorner: 291,
  innerUpperLip: 13,
  innerLowerLip: 14,
  underLip: 17,
  leftCheek: 50,
  rightCheek: 280,
  leftEyeOuter: 33,
  rightEyeOuter: 263,
  leftIris: 468,
  rightIris: 473,
  leftEyeInner: 133,
  rightEyeInner: 362,
  leftEyeBelow: 145,
  rightEyeBelow: 374,
} as const;

/** The surface points that the refined outlines of `landmarks` replace, in the model's order (Attention Mesh, 2020). */
export const refined = {
  eyes: [
    [
      33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24, 23, 22,
      26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233, 244, 113, 225, 224,
      223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143, 111, 117, 118, 119, 120, 121, 128, 245, 156, 70, 63,
      105, 66, 107, 55, 193,
    ],
    [
      263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339, 254, 253,
      252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451, 452, 453, 464, 342,
      445, 444, 443, 442, 441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346, 347, 348, 349, 350, 357, 465,
      383, 300, 293, 334, 296, 336, 285, 417,
    ],
  ],
  lips: [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78, 95, 88,
    178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77, 90, 180, 85, 16,
    315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89, 179, 86, 15, 316, 403, 319,
    325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407,
  ],
} as const;
