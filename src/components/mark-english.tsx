import type { ComponentType } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { arePagesEnglish } from '../i18n/are-pages-english.ts'

/** Marks a page as English while its texts are not loaded in the form's language. */
export function markEnglish(Page: ComponentType): ComponentType {
  return function MarkedPage() {
    const isEnglish = arePagesEnglish(useTranslation())
    return (
      <div {...(isEnglish && { lang: 'en', dir: 'ltr' })}>
        <Page />
      </div>
    )
  }
}
