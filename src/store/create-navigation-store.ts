import { createStore } from 'zustand/vanilla'
import type { NavigationState, NavigationStore, Store } from './types.ts'

/** Creates the page stack of one widget. */
export function createNavigationStore(): Store<NavigationStore> {
  return createStore<NavigationStore>()((set) => ({
    stack: ['swap'],
    push: (page) => set(({ stack }) => (stack.at(-1) === page ? {} : { stack: [...stack, page] })),
    back: () => set(({ stack: [first, ...rest] }) => ({ stack: [first, ...rest.slice(0, -1)] })),
    home: () => set(({ stack }) => (stack.length === 1 ? {} : { stack: firstOnly(stack) })),
  }))
}

function firstOnly(stack: NavigationState['stack']): NavigationState['stack'] {
  return [stack[0]]
}
