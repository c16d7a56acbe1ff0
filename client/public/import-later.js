// Apart from the pages' own scripts, which are ES2017: where a browser lacks import(), only this one fails.
window.importLater = (address) => import(address);
