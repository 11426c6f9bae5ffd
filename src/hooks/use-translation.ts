import type { Translation } from '../i18n/create-translation.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** Returns the messages and number formats of the widget's locale. */
export function useTranslation(): Translation {
  return useStore(useWidget().translation, (translation) => translation)
}
