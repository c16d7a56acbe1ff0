import packageJson from '../../package.json' with { type: 'json' };

/** The product's, as package.json says. */
export const version: string = packageJson.version;
