import type { Translation } from '../i18n/create-translation.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** The words and numbers of the widget's language. */
export function useTranslation(): Translation {
  return useStore(useWidget().words, (words) => words)
}
