import type { Messages } from './types.ts'

/**
 * Loads the first-page texts of a language. Undefined if they are loaded already or do not exist.
 */
export type LoadLanguage = (language: string) => Promise<Messages | undefined>

const loaders = import.meta.glob<{ messages: Messages }>('./??.json', {
  base: './languages',
  query: '?part=firstPage',
})

/** Each language is a separate chunk. English is part of the first page. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await loaders[`./${language}.json`]?.())?.messages
