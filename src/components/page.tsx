import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useNavigation } from '../hooks/use-navigation.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { IconButton } from './icon-button.tsx'
import styles from './page.module.css'
import later from './page-later.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

interface PageProps {
  title: string
  /** Buttons at the end of the header. */
  actions?: ReactNode
  /** Called by the back button. Default: the previous page. The first page has no back button. */
  onBack?: (() => void) | undefined
  /** Called by Escape instead of leaving the page. */
  onEscape?: (() => void) | undefined
  /** Hides the back button. */
  withoutBack?: boolean
  /** Changes when the content changes within the page. Lost focus then moves to the heading. */
  phase?: string
  children: ReactNode
}

/** The frame of a page: a heading, focused on arrival, and a back button. */
export function Page({
  title,
  actions,
  onBack,
  onEscape,
  withoutBack = false,
  phase = '',
  children,
}: PageProps) {
  const { t } = useTranslation()
  const { back, canGoBack } = useNavigation()
  const id = useId()
  const page = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus({ page, heading, phase: title + phase })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onEscape) return
    event.preventDefault()
    onEscape()
  }
  return (
    <section ref={page} className={styles.page} aria-labelledby={id} {...part('page')} onKeyDown={onKeyDown}>
      <header className={styles.header} {...part('header')}>
        {canGoBack && !withoutBack && (
          <IconButton icon="back" label={t('action.back')} className={later.back} onClick={onBack ?? back} />
        )}
        <h2
          ref={heading}
          id={id}
          className={styles.title}
          tabIndex={-1}
          {...part('title')}
          data-page-heading=""
        >
          {title}
        </h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}
