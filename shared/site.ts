/**
 * Placeholder origin of links in documents that are built before the installation's address is known: the server
 * replaces it with its own. `.invalid` never resolves (RFC 2606).
 */
export const builtOrigin = 'https://memori.invalid';
