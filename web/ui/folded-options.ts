import { isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { foundIn } from '../../shared/folding.ts'

/** Filters the options of a searchable picker by the folding of names. No picker here has groups of options. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const single = options.flatMap((option) => (isOptionsGroup(option) ? [] : [option]))
  return foundIn(single, search, ({ label }) => [label]).slice(0, limit)
}
