import type { RgbPicture } from './plane.ts';

/** Clockwise degrees by which a photo is turned before anything else happens to it. */
export type Turn = 0 | 90 | 180 | 270;
export const turns: readonly Turn[] = [0, 90, 180, 270];

/** The values that can be requested: degrees, or `auto` for what the photo shows. */
export const turnOptions = ['auto', '0', '90', '180', '270'] as const;
export type TurnOption = (typeof turnOptions)[number];

/** The requested turn, or null for `auto`. */
export function turnOf(option: TurnOption): Turn | null {
  return turns.find((turn) => `${turn}` === option) ?? null;
}

/** Turns a picture clockwise. */
export function turnPicture(picture: RgbPicture, turn: Turn): RgbPicture {
  if (turn === 0) return picture;
  const { width, height, data } = picture;
  const size = turn === 180 ? { width, height } : { width: height, height: width };
  const turned = new Uint8Array(data.length);
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, to += 3) {
      const column = turn === 90 ? y : turn === 180 ? width - 1 - x : width - 1 - y;
      const row = turn === 90 ? height - 1 - x : turn === 180 ? height - 1 - y : x;
      const from = 3 * (row * width + column);
      turned[to] = data[from]!;
      turned[to + 1] = data[from + 1]!;
      turned[to + 2] = data[from + 2]!;
    }
  }
  return { ...size, data: turned };
}
