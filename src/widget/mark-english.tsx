import type { ComponentType } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { createTranslator } from '../i18n/create-translator.ts'
import { getBase } from '../i18n/languages.ts'

/** A page that is marked as English as long as its texts could not be loaded in the language of the form. */
export function markEnglish(Page: ComponentType): ComponentType {
  const english = createTranslator('en')
  return function MarkedPage() {
    const { lang, t } = useTranslation()
    // Any text of the later pages tells whether they are loaded.
    const isEnglish = getBase(lang) !== 'en' && t('settings.title') === english.t('settings.title')
    return (
      <div {...(isEnglish && { lang: 'en', dir: 'ltr' })}>
        <Page />
      </div>
    )
  }
}
