import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './TextArea.module.css'

/** A text of several lines, in any direction. The kit's own brings a script that the browsers' own growing replaces. */
export function TextArea({
  rows = 3,
  ...rest
}: InputBaseProps & Omit<ComponentProps<'textarea'>, keyof InputBaseProps>) {
  return (
    <InputBase
      component="textarea"
      multiline
      rows={rows}
      classNames={{ input: classes.input }}
      // What grows with its text does not know its rows.
      styles={{ input: { minHeight: `calc(${rows}lh + 1rem)` } }}
      {...rest}
    />
  )
}
