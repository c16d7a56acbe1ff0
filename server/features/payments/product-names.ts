import type { Language } from '../../../shared/languages.ts';
import type { PackageId } from '../../../shared/packages.ts';

/** What stands on the payment page and on the receipt. */
export const productNames: Record<Language, Record<PackageId, string>> = {
  en: { heritage: 'Heritage Album', legacy: 'Legacy Collection', eternal: 'Eternal Memories' },
  it: { heritage: 'Album di famiglia', legacy: 'Collezione di famiglia', eternal: 'Ricordi eterni' },
};
