import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Rendering may be slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)
