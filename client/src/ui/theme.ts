import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { breakpoints } from './styles/breakpoints.ts';
import classes from './styles/theme.module.css';

/** The accent colour in the shades that the component library requires; pages use the palette of styles/palette.css. */
const safelight: MantineColorsTuple = [
  '#fdf1ec',
  '#f6dfd3',
  '#f3c2b0',
  '#f5a18a',
  '#ff7f61',
  '#e2593c',
  '#cb4327',
  '#b5341c',
  '#962712',
  '#771d0d',
];

export const theme = createTheme({
  colors: { safelight },
  breakpoints,
  primaryColor: 'safelight',
  primaryShade: { light: 7, dark: 4 },
  fontFamily: 'var(--text-font)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: 'var(--display-font)',
    fontWeight: '380',
    textWrap: 'balance',
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '14px', xl: '999px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md' },
      classNames: {
        section: classes.passwordSection,
        visibilityToggle: classes.visibilityToggle,
        innerInput: classes.innerInput,
      },
    },
    Input: { classNames: { wrapper: classes.inputWrapper, input: classes.input } },
    InputWrapper: {
      classNames: { label: classes.label, description: classes.description, error: classes.error },
    },
    Modal: { classNames: { close: classes.modalClose } },
    Notification: {
      classNames: {
        root: classes.toast,
        body: classes.toastBody,
        title: classes.toastTitle,
        description: classes.toastDescription,
        closeButton: classes.toastClose,
      },
    },
    Notifications: { classNames: { root: classes.toasts } },
    Skeleton: { classNames: { root: classes.skeleton } },
    Alert: { defaultProps: { color: 'safelight' } },
  },
});

/** The component library's own variables, mapped to our palette, which follows the visitor's colour scheme. */
const variables = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
