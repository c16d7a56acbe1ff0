import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** One scheme's colours. Names say what a colour is for; every pair that meets in the page passes WCAG AA. */
export interface Palette {
  /** The page: paper by day, walnut by night. */
  ground: string;
  /** Cards, fields and dialogs lie on the ground. */
  surface: string;
  /** Wells pressed into a surface: empty photo frames, tracks, quiet buttons. */
  sunk: string;
  ink: string;
  inkSoft: string;
  /** Hairlines; decorative. */
  line: string;
  /** Edges of fields and controls, 3:1 against what they lie on. */
  edge: string;
  accent: string;
  accentHover: string;
  onAccent: string;
  /** The accent as text and icons. */
  accentText: string;
  /** A breath of the accent behind text. */
  accentWash: string;
  danger: string;
  dangerWash: string;
  success: string;
  /** Icons of what waits its turn. */
  waiting: string;
  focus: string;
  shadow: string;
  /** The white margin of a photo print. */
  print: string;
}

export const light: Palette = {
  ground: '#f6f0e4',
  surface: '#fffcf6',
  sunk: '#efe6d5',
  ink: '#2b2119',
  inkSoft: '#66584a',
  line: '#e2d6c1',
  edge: '#8b7b68',
  accent: '#a8452a',
  accentHover: '#8f3820',
  onAccent: '#fffaf3',
  accentText: '#97391f',
  accentWash: '#f7e3d6',
  danger: '#8e1f2b',
  dangerWash: '#fae3e0',
  success: '#3f6139',
  waiting: '#b07a00',
  focus: '#2b2119',
  shadow: '70 45 20',
  print: '#fffefa',
};

export const dark: Palette = {
  ground: '#1a1512',
  surface: '#251e19',
  sunk: '#130f0c',
  ink: '#f4eadb',
  inkSoft: '#c0b09c',
  line: '#3b3129',
  edge: '#8f7f6d',
  accent: '#e8906d',
  accentHover: '#f2a98b',
  onAccent: '#2a120a',
  accentText: '#f0a486',
  accentWash: '#3d251b',
  danger: '#ffa499',
  dangerWash: '#43201d',
  success: '#abcaa2',
  waiting: '#f0c463',
  focus: '#f4eadb',
  shadow: '0 0 0',
  print: '#ece2d2',
};

const clay: MantineColorsTuple = [
  '#fbf0e9',
  '#f7e3d6',
  '#efc7b2',
  '#e8a88b',
  '#e8906d',
  '#cf6a48',
  '#b9532f',
  '#a8452a',
  '#8f3820',
  '#722b18',
];

/** Buttons by meaning: filled carries the accent, default is quiet, subtle is bare. */
const variantColorResolver: VariantColorsResolver = ({ variant }) => {
  if (variant === 'filled') {
    return {
      background: 'var(--accent)',
      hover: 'var(--accent-hover)',
      color: 'var(--on-accent)',
      border: '1px solid transparent',
    };
  }
  const quiet = variant === 'default' || variant === 'outline';
  return {
    background: quiet ? 'var(--surface)' : 'transparent',
    hover: 'var(--sunk)',
    color: 'var(--ink)',
    border: quiet ? '1px solid var(--edge)' : '1px solid transparent',
  };
};

export const theme = createTheme({
  colors: { clay },
  primaryColor: 'clay',
  primaryShade: { light: 7, dark: 4 },
  white: light.surface,
  black: light.ink,
  fontFamily: "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif",
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.25rem', xl: '1.5rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: "'Fraunces Variable', 'Fraunces Fallback', Georgia, serif",
    fontWeight: '480',
    textWrap: 'balance',
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '14px', xl: '999px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  variantColorResolver,
  components: {
    Button: { defaultProps: { radius: 'xl', size: 'md' } },
    ActionIcon: { defaultProps: { radius: 'xl', size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
    Alert: { defaultProps: { color: 'clay' } },
  },
});

/** A palette as the custom properties that every stylesheet uses, Mantine's own included. */
function variables(palette: Palette): Record<string, string> {
  const own = Object.entries<string>({ ...palette }).map(([name, value]): [string, string] => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
  return {
    ...Object.fromEntries(own),
    '--mantine-color-body': palette.ground,
    '--mantine-color-text': palette.ink,
    '--mantine-color-dimmed': palette.inkSoft,
    '--mantine-color-placeholder': palette.inkSoft,
    '--mantine-color-error': palette.danger,
    '--mantine-color-anchor': palette.accentText,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-hover': palette.sunk,
    '--mantine-color-default-color': palette.ink,
    '--mantine-color-default-border': palette.edge,
    '--mantine-primary-color-filled': palette.accent,
    '--mantine-primary-color-filled-hover': palette.accentHover,
  };
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(light),
  dark: variables(dark),
});
