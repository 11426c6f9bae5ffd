import { type ComponentType, lazy } from 'react'
import type { LaterPage } from './later-pages.ts'

/** The components of pages, which load on their first render. */
export interface LazyPages {
  get(page: LaterPage): ComponentType
  /**
   * Lets the next `get` load a page again if its load failed, because `lazy` caches the rejection.
   * Must not be called while rendering: React renders again after an error and would load endlessly.
   */
  forgetFailed(page: string): void
}

export function createLazyPages(load: (page: LaterPage) => Promise<{ default: ComponentType }>): LazyPages {
  const pages = new Map<string, ComponentType>()
  const failed = new Set<string>()
  return {
    get(page) {
      const Page =
        pages.get(page) ??
        lazy(() =>
          load(page).catch((error) => {
            failed.add(page)
            throw error
          }),
        )
      pages.set(page, Page)
      return Page
    },
    forgetFailed(page) {
      if (failed.delete(page)) pages.delete(page)
    },
  }
}
