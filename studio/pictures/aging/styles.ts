/** Red, green, blue: 0 to 255. */
export type Rgb = readonly [number, number, number];

/** How a photo was made and how it aged. */
export interface Style {
  /** Colours of the tone scale from black to white; if omitted, the picture keeps its own colours, faded. */
  readonly tones?: readonly Rgb[];
  /** The emulsion's sensitivity to red, green and blue. Early film is nearly blind to red. */
  readonly sees: Rgb;
  readonly contrast: number;
  /** 0 to 1: how far blacks have lifted and whites have yellowed. */
  readonly fading: number;
  readonly grain: number;
  /** The amount of scratches, specks and creases. */
  readonly wear: number;
  readonly card: { readonly dark: Rgb; readonly light: Rgb; readonly ink: string };
  /** Shares of the picture's width: the border, and the extra width at the foot. */
  readonly border: number;
  readonly foot: number;
  readonly edge: 'deckle' | 'straight' | 'rounded';
}

export const styles = {
  sepia: {
    tones: [
      [38, 24, 15],
      [118, 82, 51],
      [196, 158, 109],
      [244, 230, 199],
    ],
    sees: [0.24, 0.56, 0.2],
    contrast: 1.15,
    fading: 0.75,
    grain: 1,
    wear: 1,
    card: { dark: [227, 210, 174], light: [242, 231, 206], ink: '#5b4029' },
    border: 0.06,
    foot: 0.04,
    edge: 'deckle',
  },
  silver: {
    tones: [
      [24, 23, 22],
      [92, 89, 84],
      [172, 168, 159],
      [238, 234, 223],
    ],
    sees: [0.3, 0.55, 0.15],
    contrast: 1.2,
    fading: 0.45,
    grain: 0.8,
    wear: 0.7,
    card: { dark: [229, 224, 211], light: [243, 239, 228], ink: '#35436b' },
    border: 0.055,
    foot: 0.045,
    edge: 'deckle',
  },
  snapshot: {
    tones: [
      [30, 27, 24],
      [98, 92, 84],
      [178, 171, 158],
      [240, 235, 221],
    ],
    sees: [0.34, 0.5, 0.16],
    contrast: 1.25,
    fading: 0.5,
    grain: 0.9,
    wear: 0.8,
    card: { dark: [232, 227, 215], light: [245, 241, 231], ink: '#3a3a44' },
    border: 0.07,
    foot: 0.06,
    edge: 'straight',
  },
  cabinet: {
    tones: [
      [44, 25, 20],
      [122, 80, 60],
      [203, 163, 128],
      [247, 233, 210],
    ],
    sees: [0.2, 0.56, 0.24],
    contrast: 1.1,
    fading: 0.65,
    grain: 0.6,
    wear: 0.9,
    card: { dark: [216, 200, 170], light: [235, 222, 196], ink: '#6a4a2c' },
    border: 0.075,
    foot: 0.1,
    edge: 'rounded',
  },
  faded: {
    sees: [0.3, 0.59, 0.11],
    contrast: 1,
    fading: 0.8,
    grain: 0.7,
    wear: 0.5,
    card: { dark: [238, 231, 215], light: [249, 244, 232], ink: '#3c4a74' },
    border: 0.05,
    foot: 0.05,
    edge: 'rounded',
  },
} satisfies Record<string, Style>;
