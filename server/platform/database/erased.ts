/** Prefix of an erased account's e-mail key, which no address has. Accounting records keep the anonymous user id. */
export const erasedKeyPrefix = 'erased:';
