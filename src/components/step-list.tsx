import type { ReactNode } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { Card } from './card.tsx'
import { CLOSE } from './close-icon.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import styles from './step-list.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type StepStatus = 'done' | 'now' | 'next' | 'failed'

export interface Step {
  name: string
  label: string
  status: StepStatus
  /** Lines below the label. */
  children?: ReactNode
}

/** The steps of a swap that the user takes part in. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation()
  return (
    <Card>
      <ol className={styles.steps}>
        {steps.map(({ name, label, status, children }) => (
          <li key={name} className={styles.step} {...part('stage', status)}>
            <span className={styles.mark}>
              <Mark status={status} />
            </span>
            <span className={styles.words}>
              <span className={styles.label}>{label}</span>
              <VisuallyHidden>{` (${t(`stage.${status}`)})`}</VisuallyHidden>
              {children}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** A line below the label of a step. */
export function StepLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>
}

function Mark({ status }: { status: StepStatus }) {
  switch (status) {
    case 'done':
      return <Icon name="check" size={16} />
    case 'now':
      return <Spinner size={20} />
    case 'failed':
      return <Icon name={CLOSE} size={16} />
    default:
      return null
  }
}
