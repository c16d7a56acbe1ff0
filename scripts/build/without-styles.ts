import type { Plugin } from 'vite';

/**
 * Keeps scripts from fetching styles that their document has inlined: fetched again, they register the fonts a second time,
 * and the page flickers in another font. Vite asks `resolveDependencies` about scripts only. `names` are those of the chunks.
 */
export const withoutStyles = (names: readonly string[]): Plugin => ({
  name: 'without-styles',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !names.includes(chunk.name)) continue;
        // The list of what its dynamic imports need, by place: a script that is there stands in for each style.
        chunk.code = chunk.code.replace(/m\.f=\[[^\]]*\]/g, (list) =>
          list.replaceAll(/(["`'])assets\/[^"`']+\.css\1/g, JSON.stringify(chunk.fileName)),
        );
      }
    },
  },
});
