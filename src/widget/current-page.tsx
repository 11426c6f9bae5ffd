import { type ComponentType, lazy } from 'react'
import type { PageName } from '../events/types.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'
import type { LaterPage } from './later-pages.ts'

const loadPages = () => import('./later-pages.ts')

/** The swap page is in the first chunk; the others are loaded on demand. */
const pages: Partial<Record<PageName, ComponentType>> = { swap: SwapPage }

export function CurrentPage({ page }: { page: PageName }) {
  const Shown = pages[page] ?? later(page as LaterPage)
  return <Shown />
}

/** Preloads the other pages on first interaction. */
export function preloadPages(): void {
  loadPages().then(
    ({ preloadAll }) => preloadAll(),
    () => {},
  )
}

function later(page: LaterPage): ComponentType {
  const Later = lazy(async () => (await loadPages()).loadPage(page))
  pages[page] = Later
  return Later
}
