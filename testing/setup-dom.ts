import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a busy machine takes to render is no fault of the page.
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)
