import { addMessages, hasMessage, hasPageMessages } from './create-translator.ts'
import { LANGUAGES } from './languages.ts'
import { PAGE_MESSAGES_EN } from './page-messages-en.ts'
import type { Messages } from './types.ts'

const loaders = import.meta.glob<{ messages: Messages }>('./languages/??.json', {
  query: '?part=laterPages',
})

/**
 * Adds the texts of the later pages, in English and in each language whose texts of the first page are there. A language
 * that cannot be loaded now stays English, and is tried again with the next page.
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
