import { loaded } from '../errors/to-sluice-error.ts'

/** Loads the texts that the first page does without: those of the other pages, and of what it loads later itself. */
export async function loadPageMessages(): Promise<void> {
  const { addPageMessages } = await loaded(import('./add-page-messages.ts'))
  await addPageMessages()
}

/** A part that is loaded on demand, with its texts. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [arrived] = await Promise.all([part, loadPageMessages()])
  return arrived
}
