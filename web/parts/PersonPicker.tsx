import { FoundPicker } from './FoundPicker.tsx'
import { peopleChoicesQuery } from './people.ts'

interface Person {
  id: number
  name: string
  email?: string | null
}

interface Props {
  value: number | undefined
  /** The chosen person's name, if the screen knows it already. */
  known: Person | undefined
  onChange: (id: number | undefined) => void
}

const labelText = ({ name, email }: Person) => (email ? `${name} · ${email}` : name)

/** Chooses anybody with an account, searched by name, email, roll or staff number. */
export const PersonPicker = ({ known, onChange, ...rest }: Props) => (
  <FoundPicker
    {...rest}
    label="Person"
    noun="person"
    placeholder="Search by name, email or number"
    search={peopleChoicesQuery}
    labelText={labelText}
    // A single letter would find half the college.
    from={2}
    known={known && { id: known.id, label: labelText(known) }}
    onChange={(found) => onChange(found?.id)}
  />
)
