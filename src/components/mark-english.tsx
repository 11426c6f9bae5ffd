import type { ComponentType } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { arePagesEnglish } from '../i18n/are-pages-english.ts'

/** A page that is marked as English as long as its texts could not be loaded in the language of the form. */
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
