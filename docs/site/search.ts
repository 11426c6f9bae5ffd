interface Entry {
  url: string
  page: string
  title: string
  text: string
}

const MAX_RESULTS = 12

/** Searches the pages in the browser, in an index that is fetched on first use. */
export function startSearch(base: string): void {
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLUListElement>('#results')
  const count = document.querySelector('#count')
  if (!input || !list || !count) return
  let index: Promise<Entry[]> | undefined

  async function search(): Promise<void> {
    const words = (input?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    index ??= fetch(`${base}search.json`).then((response) => response.json())
    const found = words.length === 0 ? [] : findEntries(await index, words)
    if (!list || !count) return
    list.replaceChildren(...found.map((entry) => toItem(entry, base)))
    list.hidden = found.length === 0
    count.textContent =
      words.length === 0 ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`
  }

  input.addEventListener('input', search)
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (event.key === '/' && !isTyping && !(event.composedPath()[0] instanceof HTMLInputElement)) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape' && document.activeElement === input) {
      input.value = ''
      search()
    }
  })
}

/** Returns the sections that contain every word; matches in titles come first. */
function findEntries(entries: readonly Entry[], words: readonly string[]): Entry[] {
  const scored = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase()
    const all = `${title} ${entry.page.toLowerCase()} ${entry.text.toLowerCase()}`
    if (!words.every((word) => all.includes(word))) return []
    return [{ entry, score: words.filter((word) => title.includes(word)).length }]
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry)
}

function toItem({ url, page, title }: Entry, base: string): HTMLLIElement {
  const link = document.createElement('a')
  link.href = `${base}${url}`
  link.textContent = title === page ? page : `${page}: ${title}`
  const item = document.createElement('li')
  item.append(link)
  return item
}
