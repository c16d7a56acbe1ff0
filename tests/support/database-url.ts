/** The migrated database that tests clone. */
export const templateDatabase = 'memori_template';

/** The address of another database on the same server. */
export function urlOfDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
