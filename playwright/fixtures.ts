import { test as base } from '@playwright/test'
import { Playground } from './playground.ts'

interface Fixtures {
  playground: Playground
  /** Page errors that the test expects. */
  expectedPageError: RegExp | undefined
  failOnPageErrors: undefined
}

/** Provides the playground, and fails a test on uncaught errors of its page. */
export const test = base.extend<Fixtures>({
  expectedPageError: [undefined, { option: true }],
  playground: async ({ page }, use) => {
    await use(new Playground(page))
  },
  failOnPageErrors: [
    async ({ page, expectedPageError }, use) => {
      const errors: Error[] = []
      page.on('pageerror', (error) => expectedPageError?.test(error.message) || errors.push(error))
      await use(undefined)
      // Errors of requests that are still pending when the test ends do not count.
      const thrown = errors.map(({ stack, message }) => stack || message)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (thrown.length) throw new Error(`The page threw:\n${thrown.join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
