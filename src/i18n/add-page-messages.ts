import { addMessages, hasMessage, hasPageMessages } from './create-translator.ts'
import { LANGUAGES } from './languages.ts'
import { PAGE_MESSAGES_EN } from './page-messages-en.ts'
import type { Messages } from './types.ts'

const loaders = import.meta.glob<{ messages: Messages }>('./languages/??.json', {
  query: '?part=laterPages',
})

/**
 * Adds the texts of the lazy pages in English and in each language with loaded first-page texts. A
 * language that cannot be loaded stays English, and is retried with the next page.
 */
export async function addPageMessages(): Promise<void> {
  addMessages(PAGE_MESSAGES_EN)
  const missing = LANGUAGES.filter((language) => hasMessage(language) && !hasPageMessages(language))
  await Promise.all(
    missing.map(async (language) => {
      const texts = await loaders[`./languages/${language}.json`]?.().catch(() => undefined)
      if (texts) addMessages(texts.messages, language)
    }),
  )
}
