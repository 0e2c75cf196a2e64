import { IconUserQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLogin, useRoles } from '../../core/login.ts'
import { CardFacts } from '../../ui/CardFacts.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Group, Paper, Skeleton, Text, Title } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { StaffCard } from './api.ts'
import { isEditable, isWhole } from './rules.ts'
import classes from './StaffCards.module.css'
import { HeldRoles } from './StaffPanel.tsx'

interface Props {
  cards: readonly StaffCard[]
  onAction: (action: string, card: StaffCard) => void
}

const Grid = ({ children }: { children: ReactNode }) => (
  <CardGrid label="Staff" columns={2}>
    {children}
  </CardGrid>
)

const SKELETONS = [0, 1, 2, 3, 4, 5]

export const StaffSkeletons = () => (
  <Grid>
    {SKELETONS.map((card) => (
      <li key={card}>
        <Skeleton height={196} />
      </li>
    ))}
  </Grid>
)

/** Shows staff as cards, two in a row, with the actions that the person may do. */
export function StaffCards({ cards, onAction }: Props) {
  const roles = useRoles()
  const ownId = useLogin()?.user.id
  return (
    <Grid>
      {cards.map((card) => {
        const edits = isEditable(roles, card)
        return (
          <Paper key={card.id} component="li" withBorder p="md" className={classes.card}>
            <CardHead card={card} />
            <CardFacts
              facts={[
                ['Department', card.department.name],
                ['Designation', card.designation.name],
                ['Role', isWhole(card) ? <HeldRoles key="role" card={card} /> : null],
              ]}
            />
            <Group gap="xs" mt="auto" justify="flex-end">
              <RowActions
                of={card.name}
                view
                edit={edits}
                remove={edits && card.user_id !== ownId}
                onAction={(action) => onAction(action, card)}
              />
            </Group>
          </Paper>
        )
      })}
    </Grid>
  )
}

function CardHead({ card }: { card: StaffCard }) {
  const whole = isWhole(card) ? card : undefined
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Title order={2} size="h4" className={classes.name}>
          <PersonName name={card.name} />
        </Title>
        {whole && <StatusBadge status={whole.status} />}
      </Group>
      {whole && (
        <Text size="sm" c="dimmed" className={classes.email}>
          {whole.user.email ? <EmailText email={whole.user.email} /> : whole.staff_no}
        </Text>
      )}
      {whole?.never_signed_in && (
        <Group gap={4} mt={4} wrap="nowrap">
          <IconUserQuestion size={16} aria-hidden />
          <Text size="sm">Never signed in</Text>
        </Group>
      )}
    </div>
  )
}
