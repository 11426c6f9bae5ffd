import { beforeAll, vi } from 'vitest'
import { preloadAll } from '../src/widget/later-pages.ts'

// The form loads the other pages when it is idle, possibly after its test file has ended. An import
// that is unfinished then fails, also for later files of the same worker.
beforeAll(() => {
  preloadAll()
  return vi.dynamicImportSettled()
})
