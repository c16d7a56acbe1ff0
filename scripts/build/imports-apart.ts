import type { Plugin, Rolldown } from 'vite';

/** The entries of a build, and what they load at once. */
function loadedFirst(bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(bundle[name]);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk);
  return found;
}

/**
 * Takes `import()` and `import.meta`, which are newer than ES2017, out of what documents load at once: `importLater` of
 * client/public/import-later.js stands in for the one, which pages ask for first, and the document's address for the other.
 */
export const importsApart = (): Plugin => ({
  name: 'imports-apart',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of loadedFirst(bundle))
        chunk.code = chunk.code
          .replaceAll(/\bimport\((['"`])\.\//g, 'importLater($1/assets/')
          .replaceAll(/\bimport\(/g, 'importLater(')
          .replaceAll(/\bimport\.meta\b/g, '({url:location.href})');
    },
  },
});
