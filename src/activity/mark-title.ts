/** Puts words before the title until the page is visible. What the host makes of its title meanwhile is kept. */
export function markTitle(page: Document, words: string): void {
  const onChange = () => {
    if (page.hidden) return
    if (page.title.includes(words)) page.title = page.title.replace(words, '')
    page.removeEventListener('visibilitychange', onChange)
  }
  page.title = `${words}${page.title}`
  page.addEventListener('visibilitychange', onChange)
}
