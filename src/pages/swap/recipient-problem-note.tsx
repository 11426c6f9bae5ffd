import { useTranslation } from '../../hooks/use-translation.ts'
import type { RecipientProblem } from '../../lib/recipient-problem.ts'
import styles from './recipient-problem-note.module.css'

/** The reason why the swap must not send to the recipient. */
export function RecipientProblemNote({ problem }: { problem: RecipientProblem }) {
  const { t } = useTranslation()
  return (
    <p className={styles.problem} role="status">
      {t(`recipient.problem.${problem}`)}
    </p>
  )
}
