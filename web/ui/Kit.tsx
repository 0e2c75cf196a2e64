import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
// In the order in which they may override each other, and in a layer that the app's own outrank.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import './kit.css'
import { styleNonce } from '../core/page-config.ts'

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

const theme = createTheme({
  primaryColor: 'deepTeal',
  colors: { deepTeal },
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // A name or text may be Urdu, so it runs as it is typed. The kit's own `dir` goes to the element around the input.
    Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // The mark of a required field is drawn by kit.css, so that it is no part of the label's text.
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
})

/** The page has its colours by itself (tokens.css, colour-scheme.ts). */
const noRoot = () => undefined

/** The kit takes every list for scrolled away in component tests, where nothing has a place on the screen. */
const env = import.meta.env.MODE === 'test' ? 'test' : 'default'

/** Stands around each part of the kit, which is loaded with it. All else is drawn without the kit. */
export const Kit = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    env={env}
    getRootElement={noRoot}
    getStyleNonce={styleNonce}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {children}
  </MantineProvider>
)
