const files = import.meta.glob<string>('../../assets/videos/*.mp4', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of one of the page's videos; they are named like the pictures that they were made of. */
export function videoUrl(name: string): string {
  const url = files[`../../assets/videos/${name}.mp4`];
  if (!url) throw new Error(`There is no video called ${name}`);
  return url;
}
