const ending = /\.\w+$/;

/** The name of a file without its ending, as it stays when the photo is turned into a JPEG. */
export const stemOf = (name: string) => name.normalize('NFC').replace(ending, '');

/**
 * The same files, named so that no two of them differ in their ending alone, as desktops do it: `image.jpg`,
 * `image (2).jpg`. By its name a photo is found among the tasks when the server's answer was lost.
 */
export function namedApart(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const stem = stemOf(file.name);
    let apart = stem;
    for (let count = 2; taken.has(apart); count += 1) apart = `${stem} (${count})`;
    taken.add(apart);
    if (apart === stem) return file;
    const { type, lastModified } = file;
    return new File([file], apart + (ending.exec(file.name)?.[0] ?? ''), { type, lastModified });
  });
}
