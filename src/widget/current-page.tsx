import type { PageName } from '../events/types.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'
import { createLazyPages } from './lazy-pages.ts'

const loadPages = () => import('./later-pages.ts')

const pages = createLazyPages(async (page) => (await loadPages()).loadPage(page))

export const { forgetFailed } = pages

/** The swap page is in the first chunk; the others are loaded on demand. */
export function CurrentPage({ page }: { page: PageName }) {
  const Shown = page === 'swap' ? SwapPage : pages.get(page)
  return <Shown />
}

/** Preloads the other pages on first interaction. */
export function preloadPages(): void {
  loadPages().then(
    ({ preloadAll }) => preloadAll(),
    () => {},
  )
}
