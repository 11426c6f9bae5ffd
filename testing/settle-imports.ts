import { afterAll, vi } from 'vitest'

// Files of one worker share its modules: one that is still loading when its file ends fails, for all later files too.
afterAll(() => vi.dynamicImportSettled())
