import { configure } from 'storybook/test'
import { inject } from 'vitest'
import type { StoryLook } from './looks.ts'

declare module 'vitest' {
  interface ProvidedContext {
    look?: StoryLook
  }
}

declare global {
  /** The look of every story in this run. Undefined: each story has its own look, by `getStoryLook`. */
  var sluiceLook: StoryLook | undefined
}

// Stories do not import vitest, because Storybook renders them without it.
globalThis.sluiceLook = inject('look')

// Stories can be slow on a busy machine. The default timeout is one second.
configure({ asyncUtilTimeout: 60_000 })
