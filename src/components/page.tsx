import { type ReactNode, useId, useRef } from 'react'
import { useNavigation } from '../hooks/use-navigation.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { IconButton } from './icon-button.tsx'
import styles from './page.module.css'
import { useFocusWhenLost } from './use-focus-when-lost.ts'

export interface PageProps {
  title: string
  /** Buttons at the end of the header. */
  actions?: ReactNode
  /** Where Back leads; the page before when omitted, none on the first page. */
  onBack?: (() => void) | undefined
  /** Back makes no sense here, as while a transaction is on its way. */
  withoutBack?: boolean
  /** Changes when the page shows something else without being left: focus that is lost then goes to the heading. */
  phase?: string
  children: ReactNode
}

/** The frame of a page: a heading that takes the focus on arrival, and the way back. */
export function Page({ title, actions, onBack, withoutBack = false, phase = '', children }: PageProps) {
  const { t } = useTranslation()
  const { back, canGoBack } = useNavigation()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusWhenLost(heading, title + phase)
  return (
    <section className={styles.page} aria-labelledby={id} data-part="page">
      <header className={styles.header}>
        {canGoBack && !withoutBack && (
          <IconButton icon="back" label={t('action.back')} className={styles.back} onClick={onBack ?? back} />
        )}
        <h2 ref={heading} id={id} className={styles.title} tabIndex={-1} data-page-heading="">
          {title}
        </h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}
