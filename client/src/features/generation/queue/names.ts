const ending = /\.\w+$/;

/** A file name without its extension, which is unchanged when the photo is converted to JPEG. */
const stemOf = (name: string) => name.normalize('NFC').replace(ending, '');

/**
 * The same files, renamed so that no two differ only in their extension, as desktops do: `image.jpg`, `image (2).jpg`.
 * Their videos are told apart by them.
 */
export function uniquelyNamed(files: readonly File[]): File[] {
  const usedStems = new Set<string>();
  return files.map((file) => {
    const stem = stemOf(file.name);
    let apart = stem;
    for (let count = 2; usedStems.has(apart); count += 1) apart = `${stem} (${count})`;
    usedStems.add(apart);
    if (apart === stem) return file;
    const { type, lastModified } = file;
    return new File([file], apart + (ending.exec(file.name)?.[0] ?? ''), { type, lastModified });
  });
}
