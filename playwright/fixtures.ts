import { test as base } from '@playwright/test'
import { Playground } from './playground.ts'

interface Fixtures {
  playground: Playground
  /** What of the page's own errors a test is about: they do not fail it. */
  expectedPageError: RegExp | undefined
  failOnPageErrors: undefined
}

/** Tests get the playground, and fail on what the page itself calls an error. */
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
      if (errors.length) throw new Error(`The page threw:\n${errors.map(({ stack }) => stack).join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
