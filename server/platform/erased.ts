/** What the key of an erased account's e-mail begins with: no address does. Its rows of the books stay under an id that names nobody. */
export const erasedKeyPrefix = 'erased:';
