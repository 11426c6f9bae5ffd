import { defineConfig } from '@playwright/test'

const executablePath = process.env.SLUICE_CHROMIUM ?? '/usr/bin/chromium'

/** The tests that run, by `SLUICE_PROOF`. */
const PROOFS: Record<string, { grep?: RegExp; grepInvert?: RegExp }> = {
  '': { grepInvert: /@proof|@example|@newest/ },
  1: { grep: /@proof/ },
  examples: { grep: /@example/ },
  newest: { grep: /@newest/ },
}

/** Files whose tests do not change balances that another test compares. */
const READING =
  /(accessibility|color-scheme|docs-code|docs-site|embed|events|host-css|leaks|outage|pages|playground-keyboard|script-loading|steady-button|storybook|tokens|translated-values)\.spec\.ts$/

/** Files that complete swaps. */
const SWAPS =
  /(approvals|earn|recipient|refusals|rejection|second-swap|settings|stuck|swap|two-tabs|unverified|wallet-changes|wrap)\.spec\.ts$/

export default defineConfig({
  testDir: 'playwright',
  testMatch: '**/*.spec.ts',
  // `npm run proof` runs the slow tests.
  ...PROOFS[process.env.SLUICE_PROOF ?? ''],
  outputDir: 'test-results/playwright',
  // The examples run in their own sandbox.
  globalSetup: `./playwright/${process.env.SLUICE_PROOF === 'examples' ? 'examples' : 'global'}.setup.ts`,
  // Tests that trade on the same chains run one after another. The projects that trade have their own
  // chains and service; `reading` shares a stack, and its files run in parallel.
  workers: 4,
  projects: [
    { name: 'hosts', testIgnore: [READING, SWAPS], workers: 1, metadata: { stack: 0 } },
    { name: 'swaps', testMatch: SWAPS, workers: 1, metadata: { stack: 1 } },
    { name: 'reading', testMatch: READING, workers: 2, metadata: { stack: 1 } },
  ],
  retries: process.env.CI ? 1 : 0,
  // The timeouts only end hanging tests. They do not measure speed, because machines may be slow.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: process.env.SLUICE_TEST === '1',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    actionTimeout: 45_000,
    // A trace doubles the processor time of a test, so only the retry of a failed test is traced.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // Otherwise pages that a test serves by a route may not send requests to loopback addresses.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
})
