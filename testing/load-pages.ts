import { beforeAll, vi } from 'vitest'
import { preloadAll } from '../src/widget/later-pages.ts'

// A form loads the other pages when it has been idle, maybe when its test file has ended: what is not there by then fails,
// also for the later files of its worker.
beforeAll(() => {
  preloadAll()
  return vi.dynamicImportSettled()
})
