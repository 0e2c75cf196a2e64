import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const deepTeal: MantineColorsTuple = [
  '#e9f7f7',
  '#d3ecec',
  '#a6d8d9',
  '#75c3c4',
  '#4fb1b3',
  '#36a5a8',
  '#24979a',
  '#138186',
  '#0f6e73',
  '#0b5f63',
]

export const PHONE = '(max-width: 48em)'

export const theme = createTheme({
  primaryColor: 'deepTeal',
  colors: { deepTeal },
  // Dark enough for white text on it in both schemes (AA).
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  components: {
    // A name or text may be Urdu, so it runs as it is typed. The kit's own `dir` goes to the element around the input.
    Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // The mark of a required field is drawn by base.css, so that it is no part of the label's text.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { transitionProps: { duration: 80 } } },
    // The kit makes it a <header>, which would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
})

/** The kit's own greys and red fail AA on its own backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#5f666d',
    '--mantine-color-error': '#b42323',
    '--mantine-color-anchor': deepTeal[9],
  },
  dark: {
    '--mantine-color-dimmed': '#b0b7be',
    '--mantine-color-placeholder': '#a3a9af',
    '--mantine-color-error': '#ff9a9a',
    '--mantine-color-anchor': deepTeal[3],
  },
})
