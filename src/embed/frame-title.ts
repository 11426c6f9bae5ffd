import { plainText } from '../../wire/lib/plain-text.ts'
import { markTitle } from '../activity/mark-title.ts'

/** Reports the prefix that the widget adds to the title of the frame's own, invisible document. */
export function watchTitle(page: Document, tell: (words: string) => void): void {
  const own = page.title
  const observer = new MutationObserver(() => {
    const words = page.title.endsWith(own) ? page.title.slice(0, -own.length || undefined) : ''
    if (words) tell(words)
  })
  observer.observe(page.head, { childList: true, characterData: true, subtree: true })
}

/** The longest prefix that a frame may add to the title of a page, in characters. */
const MAX_WORDS = 60

/** Prefixes the title of a hidden page with the frame's text, once until the page is visible. */
export function createTitleNote(page: Document): (told: unknown) => void {
  let noted: string | undefined
  return (told) => {
    const words = plainText(String(told), MAX_WORDS)
    if (!page.hidden || words === '' || (noted && page.title.includes(noted))) return
    noted = `${words} `
    markTitle(page, noted)
  }
}
