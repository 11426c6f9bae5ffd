import { useMemo } from 'react'
import { createWords, type Words } from '../i18n/create-words.ts'
import { useConfig } from './use-config.ts'

/** The words and numbers of the widget's language. */
export function useWords(): Words {
  const { locale } = useConfig()
  return useMemo(() => createWords(locale), [locale])
}
