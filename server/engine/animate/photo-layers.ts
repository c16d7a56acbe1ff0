import { smoothBlur } from '#shared/motion/blur.ts';
import type { Patch } from '#shared/motion/patch.ts';
import { splitLayers } from '#shared/motion/layers.ts';
import { createPlane as createFloats, type RgbPicture } from '#shared/motion/plane.ts';
import type { Scene } from '#shared/motion/scene.ts';
import type { Kernel } from './kernel.ts';
import {
  createPlane,
  createPlanes,
  createTextureMaker,
  margin,
  type SamplePlane,
  type Texture,
  type TextureMaker,
  type YuvPlanes,
} from './texture.ts';

/** Y, U and V as textures. */
export type YuvTextures = readonly [Texture, Texture, Texture];

/** A photo in the kernel's memory, ready to be drawn. */
export interface PhotoLayers {
  /** The photo; or only its people, premultiplied, if it is layered. */
  readonly photo: YuvTextures;
  /** What is behind the people; null if the photo is a single layer. */
  readonly behind: BackgroundLayer | null;
  /** Replaces a part of the photo with RGB bytes. */
  replace(patch: Patch, rgb: Uint8Array): void;
}

interface BackgroundLayer {
  /** The people's alpha at the resolution of luma and at that of chroma. */
  readonly alpha: readonly [Texture, Texture];
  readonly background: YuvTextures;
  /** The background out of focus; null if it is never blurred. */
  readonly blurred: YuvTextures | null;
  /** For every 8x8 samples of luma: bit 0 where there are people, bit 1 where there is background. */
  readonly map: { readonly pointer: number; readonly columns: number; readonly rows: number };
}

/** Loads a photo of even width and height into the kernel's memory, split into the layers of its scene. */
export function createPhotoLayers(
  kernel: Kernel,
  photo: RgbPicture,
  { isLayered, estimate: { people }, faces }: Scene,
  losesFocus: boolean,
): PhotoLayers {
  const maker = createTextureMaker(kernel, photo.width, photo.height);
  // Where pictures, and later parts of one, wait to be converted.
  const rgb = kernel.allocate(photo.data.length);
  const planes = createPlanes(kernel, rgb, photo);
  if (!isLayered || !people) {
    const textures = texturesOf(maker, planes);
    return {
      photo: textures,
      behind: null,
      replace: createReplace(kernel, maker, rgb, planes, textures, null),
    };
  }
  const { alpha, background } = splitLayers(photo, people, faces);
  const behindPlanes = createPlanes(kernel, rgb, background);
  const alphaPlanes = createAlphaPlanes(kernel, alpha, photo.width, photo.height);
  const stack: Stack = { background: behindPlanes, alpha: alphaPlanes };
  premultiply(kernel, planes, stack, { left: 0, top: 0, width: photo.width, height: photo.height });
  const textures = texturesOf(maker, planes);
  return {
    photo: textures,
    behind: {
      alpha: [maker.create(alphaPlanes[0]), maker.create(alphaPlanes[1])],
      background: texturesOf(maker, behindPlanes),
      blurred: losesFocus ? texturesOf(maker, createPlanes(kernel, rgb, outOfFocus(background))) : null,
      map: createMap(kernel, alpha, photo.width, photo.height),
    },
    replace: createReplace(kernel, maker, rgb, planes, textures, stack),
  };
}

function texturesOf(maker: TextureMaker, [luma, blue, red]: YuvPlanes): YuvTextures {
  return [maker.create(luma), maker.create(blue), maker.create(red)];
}

/** The background and alpha that a plane of people is premultiplied with. */
interface Stack {
  readonly background: YuvPlanes;
  readonly alpha: readonly [SamplePlane, SamplePlane];
}

function premultiply(kernel: Kernel, planes: YuvPlanes, { background, alpha }: Stack, part: Patch): void {
  planes.forEach((plane, i) => {
    const half = i === 0 ? 1 : 2;
    const offset = (part.top / half) * plane.stride + part.left / half;
    kernel.premultiply(
      plane.origin + offset,
      background[i]!.origin + offset,
      alpha[i === 0 ? 0 : 1].origin + offset,
      plane.stride,
      part.width / half,
      part.height / half,
    );
  });
}

function createAlphaPlanes(
  kernel: Kernel,
  alpha: Uint8Array,
  width: number,
  height: number,
): readonly [SamplePlane, SamplePlane] {
  const luma = createPlane(kernel, width, height);
  const chroma = createPlane(kernel, width / 2, height / 2);
  for (let y = 0; y < height; y++)
    kernel.bytes(luma.origin + y * luma.stride, width).set(alpha.subarray(y * width, (y + 1) * width));
  for (let y = 0; y < chroma.height; y++) {
    const row = kernel.bytes(chroma.origin + y * chroma.stride, chroma.width);
    for (let x = 0, at = 2 * y * width; x < row.length; x++, at += 2)
      row[x] = (alpha[at]! + alpha[at + 1]! + alpha[at + width]! + alpha[at + width + 1]! + 2) >> 2;
  }
  return [luma, chroma];
}

/** Coverage bits for each block of 8x8 samples plus one sample around it, which a bilinear sample may touch. */
function createMap(kernel: Kernel, alpha: Uint8Array, width: number, height: number) {
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  const pointer = kernel.allocate(columns * rows);
  const map = kernel.bytes(pointer, columns * rows);
  const rim = (start: number, size: number) => [Math.max(0, start - 1), Math.min(size, start + 9)] as const;
  for (let row = 0, i = 0; row < rows; row++) {
    const [top, bottom] = rim(8 * row, height);
    for (let column = 0; column < columns; column++, i++) {
      const [left, right] = rim(8 * column, width);
      let least = 255;
      let most = 0;
      for (let y = top; y < bottom; y++) {
        for (let at = y * width + left; at < y * width + right; at++) {
          const value = alpha[at]!;
          if (value < least) least = value;
          if (value > most) most = value;
        }
      }
      map[i] = (most > 0 ? 1 : 0) | (least < 255 ? 2 : 0);
    }
  }
  return { pointer, columns, rows };
}

/** Blurred as by a wide aperture, but without bokeh discs. */
function outOfFocus(picture: RgbPicture): RgbPicture {
  const { width, height, data } = picture;
  const radius = Math.round(Math.min(width, height) / 160);
  const out = new Uint8Array(data.length);
  for (let channel = 0; channel < 3; channel++) {
    const plane = createFloats(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = data[3 * i + channel]!;
    const soft = smoothBlur(plane, radius).data;
    for (let i = 0; i < soft.length; i++) out[3 * i + channel] = Math.round(soft[i]!);
  }
  return { width, height, data: out };
}

function createReplace(
  kernel: Kernel,
  maker: TextureMaker,
  room: number,
  planes: YuvPlanes,
  textures: YuvTextures,
  stack: Stack | null,
): PhotoLayers['replace'] {
  const [luma, blue, red] = planes;
  return (patch, rgb) => {
    const { left, top, width, height } = patch;
    kernel.bytes(room, rgb.length).set(rgb);
    const at = top * luma.stride + left;
    const chromaAt = (top / 2) * blue.stride + left / 2;
    kernel.rgbToYuv(
      room,
      width,
      height,
      luma.origin + at,
      luma.stride,
      blue.origin + chromaAt,
      red.origin + chromaAt,
      blue.stride,
    );
    if (stack) premultiply(kernel, planes, stack, patch);
    // Half-pel samples reach three samples to each side; textures are refreshed in multiples of eight, in chroma too.
    const area = {
      left: alignDown(left - 4),
      top: alignDown(top - 4),
      right: alignDown(left + width + 4 + 15),
      bottom: alignDown(top + height + 4 + 15),
    };
    planes.forEach((plane, i) => {
      const half = i === 0 ? 1 : 2;
      const size = [(area.right - area.left) / half, (area.bottom - area.top) / half] as const;
      maker.refresh(textures[i]!, plane, area.left / half, area.top / half, ...size);
    });
  };
}

/** Rounds down to a multiple of 16, so that it is a multiple of 8 in chroma; never beyond the margin of a plane. */
function alignDown(value: number): number {
  return Math.max(-(margin - (margin % 16)) + 16, 16 * Math.floor(value / 16));
}
