import { addMessages } from './create-translator.ts'

/** Loads the texts that the first page does without: those of the other pages, and of what it loads later itself. */
export async function loadPageMessages(): Promise<void> {
  const { PAGE_MESSAGES_EN } = await import('./page-messages-en.ts')
  addMessages(PAGE_MESSAGES_EN)
}

/** A part that is loaded on demand, with its texts. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, loadPageMessages()])
  return loaded
}
