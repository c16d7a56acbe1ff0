import { sharp } from '#server/platform/image.ts';

/** The request parameters common to both versions. */
export interface RequestParams {
  model: unknown;
  prompt: unknown;
  image: unknown;
  duration: unknown;
  resolution: unknown;
}

/** A valid job. */
export interface Accepted {
  model: string;
  prompt: string;
  photo: Buffer;
}

const current = ['MiniMax-Hailuo-2.3', 'MiniMax-Hailuo-2.3-Fast', 'MiniMax-Hailuo-02'];
const first = ['I2V-01', 'I2V-01-Director', 'I2V-01-live'];
const maxImageBytes = 20 * 1024 * 1024;

/** Validates a request: returns the job, or an error message (which MiniMax sends with code 2013). */
export async function validate(params: RequestParams, version: 1 | 2): Promise<Accepted | string> {
  const { model, prompt, image, duration, resolution } = params;
  const known = version === 2 ? ['MiniMax-H3'] : [...current, ...first];
  if (typeof model !== 'string' || !known.includes(model)) return 'unknown model';
  if (typeof prompt !== 'string' || prompt.length > 2000) return 'prompt is too long';
  if (first.includes(model)) {
    if (duration !== undefined || resolution !== undefined) return 'duration is not supported by this model';
  } else if (duration !== 6 || resolution !== '768P')
    return 'duration must be the integer 6, resolution 768P';
  const data = /^data:image\/(jpeg|jpg|png|webp);base64,([A-Za-z0-9+/]+=*)$/.exec(String(image));
  if (!data) return 'invalid image: it must be a data URL or an address';
  const photo = Buffer.from(data[2] ?? '', 'base64');
  if (photo.length >= maxImageBytes) return 'image is too large';
  const size = await sharp(photo)
    .metadata()
    .catch(() => null);
  if (!size) return 'image can not be decoded';
  if (Math.min(size.width, size.height) <= 300) return 'the short edge must be over 300 px';
  const aspect = size.width / size.height;
  return aspect < 2 / 5 || aspect > 5 / 2 ? 'aspect must be from 2:5 to 5:2' : { model, prompt, photo };
}
