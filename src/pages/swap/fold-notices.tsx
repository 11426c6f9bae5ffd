import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './fold-notices.module.css'

/** The tones of notices by rising urgency. */
const TONES = 'neutral warning negative'

/**
 * Shows only the most serious of the notices beside this component, and a button that shows the
 * others. Hides them in the document, because each notice decides for itself whether it renders.
 */
export function FoldNotices() {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const parent = root.current?.parentElement
    if (!parent) return
    const fold = () => {
      const notices = findNotices(parent)
      const rank = (notice: HTMLElement) => TONES.indexOf(notice.dataset.state ?? '')
      const [first] = [...notices].sort((a, b) => rank(b) - rank(a))
      for (const notice of notices) notice.hidden = !open && notice !== first
      setCount(notices.length - 1)
    }
    fold()
    const observer = new MutationObserver(fold)
    observer.observe(parent, { childList: true, subtree: true, attributeFilter: ['data-state'] })
    return () => {
      observer.disconnect()
      for (const notice of findNotices(parent)) notice.hidden = false
    }
  }, [open])
  return (
    <div ref={root} className={styles.more} hidden={open || count < 1}>
      <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(true)}>
        {t('price.moreNotices', { count })}
      </Button>
    </div>
  )
}

function findNotices(parent: HTMLElement): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(':scope > [data-part="notice"]')]
}
