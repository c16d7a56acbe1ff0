/**
 * The one list of widths at which a layout changes: for the theme, for stylesheets (`@mixin larger-than md`,
 * `@mixin smaller-than md`, by vite.config.ts) and for what scripts and pictures ask.
 */
export const breakpoints = { xs: '30em', sm: '40em', md: '48em', lg: '60em', xl: '84em' } as const;

export type Breakpoint = keyof typeof breakpoints;

/** The media query for screens at least that wide. */
export const largerThan = (name: Breakpoint) => `(min-width: ${breakpoints[name]})`;

/** The media query for all others. */
export const smallerThan = (name: Breakpoint) => `not all and ${largerThan(name)}`;
