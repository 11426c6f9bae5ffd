import { afterAll, vi } from 'vitest'

// Test files of one worker share its modules. An import that is unfinished when its file ends fails
// for all later files too.
afterAll(() => vi.dynamicImportSettled())
