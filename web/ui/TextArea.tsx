import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './TextArea.module.css'

/** A field for several lines, in any direction. It needs no script: browsers grow it by themselves. */
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
      // A field that grows with its text ignores its rows.
      styles={{ input: { minHeight: `calc(${rows}lh + 1rem)` } }}
      {...rest}
    />
  )
}
