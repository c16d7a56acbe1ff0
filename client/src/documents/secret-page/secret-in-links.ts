/** The placeholder for the secret in links, until the page's script replaces it. */
export const secretInLinks = 'SECRET';
