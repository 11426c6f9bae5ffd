import { loaded } from '../errors/to-sluice-error.ts'

/** Loads the texts that the first page does not need, of other pages and of its own lazy parts. */
export async function loadPageMessages(): Promise<void> {
  const { addPageMessages } = await loaded(import('./add-page-messages.ts'))
  await addPageMessages()
}

/** Loads a lazy part together with its texts. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [arrived] = await Promise.all([part, loadPageMessages()])
  return arrived
}
