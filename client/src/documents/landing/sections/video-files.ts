const files = import.meta.glob<string>('../../../assets/videos/*.mp4', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The URL of one of the page's videos, which are named after the pictures they were made from. */
export function videoUrl(name: string): string {
  const url = files[`../../../assets/videos/${name}.mp4`];
  if (!url) throw new Error(`There is no video called ${name}`);
  return url;
}
