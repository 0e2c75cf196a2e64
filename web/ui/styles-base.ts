// The kit's styles of the first screen, in the order in which they may override each other. They are in a layer, so
// that the app's own win in any order of files.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './base.css'
