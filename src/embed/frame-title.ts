import { markTitle } from '../activity/mark-title.ts'
import { plainText } from '../lib/plain-text.ts'

/** Tells what the widget puts before the title of the frame's own document, which nobody sees. */
export function watchTitle(page: Document, tell: (words: string) => void): void {
  const own = page.title
  const observer = new MutationObserver(() => {
    const words = page.title.endsWith(own) ? page.title.slice(0, -own.length || undefined) : ''
    if (words) tell(words)
  })
  observer.observe(page.head, { childList: true, characterData: true, subtree: true })
}

/** No frame writes more than this into the title of a page, in characters. */
const MAX_WORDS = 60

/** Puts what a frame tells before the title of the page while that is hidden, once until it is looked at. */
export function createTitleNote(page: Document): (told: unknown) => void {
  let noted: string | undefined
  return (told) => {
    const words = plainText(String(told), MAX_WORDS)
    if (!page.hidden || words === '' || (noted && page.title.includes(noted))) return
    noted = `${words} `
    markTitle(page, noted)
  }
}
