import { test as base } from '@playwright/test'
import { Playground } from './playground.ts'

/** Tests get the playground, and fail on what the page itself calls an error. */
export const test = base.extend<{ playground: Playground; failOnPageErrors: undefined }>({
  playground: async ({ page }, use) => {
    await use(new Playground(page))
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await use(undefined)
      if (errors.length) throw new Error(`The page threw:\n${errors.map(({ stack }) => stack).join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
