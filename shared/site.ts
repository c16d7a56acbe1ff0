/**
 * How links begin in documents that are built before the address of this Memori is known: the server puts its own in
 * its place. `.invalid` never resolves (RFC 2606).
 */
export const builtOrigin = 'https://memori.invalid';
