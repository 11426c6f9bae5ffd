import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LOOKS } from './.storybook/looks.ts'
import { splitsLanguages } from './scripts/build/split-languages.mjs'
import * as themes from './src/exports/themes.ts'

// Tests every story: it renders, plays, and has no accessibility violation. Each story has one
// look. SLUICE_LOOKS=all tests all stories in every look, SLUICE_LOOKS=presets the stories with the
// tag `preset` in every look of each preset.
const wanted = process.env.SLUICE_LOOKS
const { THEME_CONTRACT: _, accentTheme: _derived, ...presets } = themes
const presetLooks = Object.keys(presets).flatMap((preset) => LOOKS.map((look) => ({ ...look, preset })))
const looks = { all: LOOKS, presets: presetLooks }[wanted ?? ''] ?? []

export default defineConfig({
  plugins: [
    splitsLanguages(),
    storybookTest({
      configDir: fileURLToPath(new URL('./.storybook', import.meta.url)),
      ...(wanted === 'presets' && { tags: { include: ['preset'] } }),
    }),
  ],
  test: {
    name: 'stories',
    setupFiles: ['./.storybook/set-look.ts', './testing/skip-owner-stacks.ts'],
    // Retries and reports a failed test, like the other tests.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.SLUICE_CHROMIUM ?? '/usr/bin/chromium',
          args: ['--no-sandbox'],
        },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: looks.length
        ? looks.map((look, index) => ({
            browser: 'chromium' as const,
            name: Object.values(look).join(' '),
            provide: { look },
            // Runs in sequence, because twelve pages that load in parallel do not connect in time.
            sequence: { groupOrder: index },
          }))
        : [{ browser: 'chromium' }],
    },
  },
})
