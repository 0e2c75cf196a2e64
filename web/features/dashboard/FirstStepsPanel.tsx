import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FIRST_STEPS, type FirstStep } from '../../../shared/contract/dashboard.ts'
import { useLogin } from '../../core/login.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { Button } from '../../ui/buttons.tsx'
import { firstStepsQuery } from './api.ts'
import classes from './FirstStepsPanel.module.css'
import { STEPS } from './first-steps.ts'
import { keepSteps, leftOf, readSteps } from './kept-steps.ts'

/**
 * Shows what an administrator of an empty college does first. The answer that the device has kept is drawn at once, so
 * that Today stays in place; without one nothing is drawn until the server answers. No failure is told: Today tells it.
 */
export function FirstStepsPanel() {
  const owner = useLogin()?.user.id ?? 0
  const kept = readSteps(owner)
  const [putOff, setPutOff] = useState(kept.putOff)
  const { data: done = kept.done } = useQuery({ ...firstStepsQuery, enabled: !kept.isOver })
  const left = done && leftOf(done, putOff)
  const isOver = kept.isOver || left?.length === 0
  useEffect(() => {
    if (done) keepSteps(owner, { done, putOff, isOver })
  }, [owner, done, putOff, isOver])

  if (!done || !left || isOver) return null

  function hide(step: FirstStep): void {
    setPutOff([...putOff, step])
    // The button disappears, and with the last one the section does, so the focus moves.
    document.getElementById(left?.length === 1 ? 'today' : 'first-steps')?.focus()
  }

  const known = FIRST_STEPS.filter((step) => done.includes(step) || left.includes(step))
  // A college that is running needs no list of what it has done.
  const shown = left.every((step) => STEPS[step].canWait) ? left : known
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.heading} tabIndex={-1}>
        First steps{' '}
        <span className={classes.count}>
          {done.length} of {known.length} done
        </span>
      </h2>
      <ol className={classes.steps} data-few={shown === left || undefined}>
        {shown.map((step) =>
          done.includes(step) ? (
            <li key={step} className={classes.done}>
              <IconCheck size={18} stroke={2.5} role="img" aria-label="Done" />
              {STEPS[step].title}
            </li>
          ) : (
            <StepRow key={step} step={step} isNext={step === left[0]} onHide={() => hide(step)} />
          ),
        )}
      </ol>
    </section>
  )
}

interface StepProps {
  step: FirstStep
  isNext: boolean
  onHide: () => void
}

function StepRow({ step, isNext, onHide }: StepProps) {
  const { title, text, deed, to, canWait = false } = STEPS[step]
  const notNow = canWait && (
    <Button variant="subtle" aria-label={`Not now: ${title}`} onClick={onHide}>
      Not now
    </Button>
  )
  return isNext ? (
    <li className={classes.next} aria-current="step">
      <div className={classes.said}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
      </div>
      <Button component={ScreenLink} to={to}>
        {deed}
      </Button>
      {notNow}
    </li>
  ) : (
    <li className={classes.open}>
      <div className={classes.said}>
        <ScreenLink to={to} className={classes.link} aria-label={`${title}: ${deed}`}>
          {title}
        </ScreenLink>
        <p className={classes.text}>{text}</p>
      </div>
      {notNow}
    </li>
  )
}
