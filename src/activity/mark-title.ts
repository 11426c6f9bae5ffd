/**
 * Prefixes the document title until the page is visible. Keeps title changes that the host makes in
 * between.
 */
export function markTitle(page: Document, words: string): void {
  const onChange = () => {
    if (page.hidden) return
    if (page.title.includes(words)) page.title = page.title.replace(words, '')
    page.removeEventListener('visibilitychange', onChange)
  }
  page.title = `${words}${page.title}`
  page.addEventListener('visibilitychange', onChange)
}
