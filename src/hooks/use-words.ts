import type { Words } from '../i18n/create-words.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** The words and numbers of the widget's language. */
export function useWords(): Words {
  return useStore(useWidget().words, (words) => words)
}
