import type { PageName } from '../events/types.ts'
import type { NavigationStore } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

export interface Navigation extends Pick<NavigationStore, 'push' | 'back' | 'home'> {
  page: PageName
  canGoBack: boolean
}

/** Returns the current page and the navigation actions. */
export function useNavigation(): Navigation {
  const { stack, push, back, home } = useStore(useWidget().navigation, (navigation) => navigation)
  return { page: stack.at(-1) ?? stack[0], canGoBack: stack.length > 1, push, back, home }
}
