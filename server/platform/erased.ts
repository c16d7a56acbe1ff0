/**
 * Prefix of an erased account's e-mail key, which no address has. Its accounting records stay under an id that
 * identifies no one.
 */
export const erasedKeyPrefix = 'erased:';
