/** Loads the texts that the first page does without: those of the other pages, and of what it loads later itself. */
export async function loadPageMessages(): Promise<void> {
  const { addPageMessages } = await import('./add-page-messages.ts')
  await addPageMessages()
}

/** A part that is loaded on demand, with its texts. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, loadPageMessages()])
  return loaded
}
