import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LOOKS } from './.storybook/spread.ts'
import * as themes from './src/exports/themes.ts'

// Every story is a test: it renders, plays, and has no accessibility violation. In one look each; SLUICE_LOOKS=all shows all
// in every look, SLUICE_LOOKS=presets the stories with the tag `preset` in every look of each preset.
const wanted = process.env.SLUICE_LOOKS
const { THEME_CONTRACT: _, ...presets } = themes
const presetLooks = Object.keys(presets).flatMap((preset) => LOOKS.map((look) => ({ ...look, preset })))
const looks = { all: LOOKS, presets: presetLooks }[wanted ?? ''] ?? []

export default defineConfig({
  plugins: [
    storybookTest({
      configDir: fileURLToPath(new URL('./.storybook', import.meta.url)),
      ...(wanted === 'presets' && { tags: { include: ['preset'] } }),
    }),
  ],
  test: {
    name: 'stories',
    setupFiles: ['.storybook/set-look.ts'],
    // As of the other tests: one that fails is asked once more, and named.
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
            // In turns: twelve pages that load at once do not connect in time.
            sequence: { groupOrder: index },
          }))
        : [{ browser: 'chromium' }],
    },
  },
})
