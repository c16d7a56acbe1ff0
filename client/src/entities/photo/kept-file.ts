import { limits } from '#shared/limits.ts';

/**
 * A copy of a chosen file: whatever happens to the file itself afterwards, its photo can be sent. The file as it is if it is
 * too large for a photo, or can't be read: its judgement says so. Never rejects.
 */
export async function keptFile(file: File): Promise<File> {
  if (file.size > limits.photo.maxBytes) return file;
  try {
    const { name, type, lastModified } = file;
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    return file;
  }
}
