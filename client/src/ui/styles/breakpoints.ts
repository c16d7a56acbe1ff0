/**
 * All breakpoints in one place: for the theme, for stylesheets (`@mixin larger-than md`, `@mixin smaller-than md`,
 * provided by vite.config.ts) and for media queries in scripts and pictures. `xxs` is a phone with large text.
 */
export const breakpoints = {
  xxs: '15em',
  xs: '30em',
  sm: '40em',
  md: '48em',
  lg: '60em',
  xl: '84em',
} as const;

export type Breakpoint = keyof typeof breakpoints;

/** The media query for screens of at least that width. */
export const largerThan = (name: Breakpoint) => `(min-width: ${breakpoints[name]})`;

/** The media query for narrower screens. */
export const smallerThan = (name: Breakpoint) => `not all and ${largerThan(name)}`;
