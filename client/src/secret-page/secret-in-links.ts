/** What stands for the secret in links, until the page's script puts it there. */
export const secretInLinks = 'SECRET';
