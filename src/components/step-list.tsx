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

/** A small part of a step. */
export interface StepLine {
  name: string
  label: string
  status: StepStatus
  /** Content below the label. */
  children?: ReactNode
}

/** A step that the user takes part in. */
export interface Step extends Omit<StepLine, 'children'> {
  lines: readonly StepLine[]
}

/** The steps of a swap. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <Card>
      <ol className={styles.steps}>
        {steps.map(({ name, label, status, lines }) => (
          <li key={name} className={styles.step} {...part('stage', status)}>
            <span className={styles.mark}>
              <Mark status={status} size={20} />
            </span>
            <div className={styles.words}>
              <Label className={styles.label} label={label} status={status} />
              <Lines lines={getShown(status, lines)} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** A running or failed step shows all its lines, and a done step shows its last one. */
function getShown(status: StepStatus, lines: readonly StepLine[]): readonly StepLine[] {
  if (status === 'next') return []
  return status === 'done' ? lines.slice(-1) : lines
}

function Lines({ lines }: { lines: readonly StepLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines}>
      {lines.map(({ name, label, status, children }) => (
        <li key={name} className={styles.line} data-status={status}>
          <span className={styles.dot}>{status !== 'now' && <Mark status={status} size={14} />}</span>
          <div className={styles.words}>
            <Label label={label} status={status} />
            {children}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Label({ className, label, status }: { className?: string | undefined } & Omit<StepLine, 'name'>) {
  const { t } = useTranslation()
  return (
    <p className={className}>
      <span>{label}</span>
      <VisuallyHidden>{` (${t(`stage.${status}`)})`}</VisuallyHidden>
    </p>
  )
}

function Mark({ status, size }: { status: StepStatus; size: number }) {
  switch (status) {
    case 'done':
      return <Icon name="check" size={size} />
    case 'now':
      return <Spinner size={size} />
    case 'failed':
      return <Icon name={CLOSE} size={size} />
    default:
      return null
  }
}
