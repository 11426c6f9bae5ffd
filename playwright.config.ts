import { defineConfig } from '@playwright/test'

const executablePath = process.env.SLUICE_CHROMIUM ?? '/usr/bin/chromium'

/** The tests that run, by `SLUICE_PROOF`. */
const PROOFS: Record<string, { grep?: RegExp; grepInvert?: RegExp }> = {
  '': { grepInvert: /@proof|@example|@newest/ },
  1: { grep: /@proof/ },
  examples: { grep: /@example/ },
  newest: { grep: /@newest/ },
}

/** Files whose tests change no balance that another one compares. */
const READING =
  /(accessibility|color-scheme|docs-code|docs-site|embed|events|host-css|leaks|outage|pages|playground-keyboard|script-loading|steady-button|storybook|tokens)\.spec\.ts$/

/** Files that walk swaps to their end. */
const SWAPS =
  /(approvals|earn|recipient|refusals|rejection|second-swap|settings|stuck|swap|two-tabs|unverified|wallet-changes|wrap)\.spec\.ts$/

export default defineConfig({
  testDir: 'playwright',
  testMatch: '**/*.spec.ts',
  // What takes long is `npm run proof`.
  ...PROOFS[process.env.SLUICE_PROOF ?? ''],
  outputDir: 'test-results/playwright',
  // The examples run in their sandbox.
  globalSetup: `./playwright/${process.env.SLUICE_PROOF === 'examples' ? 'examples' : 'global'}.setup.ts`,
  // Those that trade on the same chains do it one after the other: each project has chains and a service of its own, but for the
  // one that only reads. Three at once leave no core idle.
  workers: 3,
  projects: [
    { name: 'hosts', testIgnore: [READING, SWAPS], workers: 1, metadata: { stack: 0 } },
    { name: 'swaps', testMatch: SWAPS, workers: 1, metadata: { stack: 1 } },
    { name: 'reading', testMatch: READING, workers: 1, metadata: { stack: 1 } },
  ],
  retries: process.env.CI ? 1 : 0,
  // Limits end what hangs. They judge no speed: a slow machine is no fault of the page.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: process.env.SLUICE_TEST === '1',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    actionTimeout: 45_000,
    // A trace of each test would cost as much processor time again as the test: what failed is traced when it is retried.
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
        // Pages that a test serves itself count as of no network, and may not ask loopback otherwise.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
})
