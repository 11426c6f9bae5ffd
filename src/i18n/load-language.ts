import type { Messages } from './types.ts'

/** Loads the texts of a language that the first page needs. Undefined: they are loaded already, or there are none. */
export type LoadLanguage = (language: string) => Promise<Messages | undefined>

const loaders = import.meta.glob<{ messages: Messages }>('./??.json', {
  base: './languages',
  query: '?part=firstPage',
})

/** Each language is a chunk of its own. English is part of the first page. */
export const loadLanguage: LoadLanguage = async (language) =>
  (await loaders[`./${language}.json`]?.())?.messages
