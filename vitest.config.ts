import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { splitsLanguages } from './scripts/lib/split-languages.mjs'

const execArgv = ['--import=./testing/skip-direction-styles.mjs']
/** Of projects whose files share their modules. */
const shared = './testing/settle-imports.ts'
const dom = ['src/**/*.test.tsx', 'testing/**/*.test.tsx']
/** Tests that run the commands of package.json. */
const commands = ['testing/operator-hour/**/*.test.ts']
/** Tests in browsers beside Chromium. */
const engines = ['testing/engines/**/*.test.ts']
/** Tests of what has not been loaded yet. */
const fresh = ['src/pages/swap/lost-parts.test.tsx']

export default defineConfig({
  plugins: [react(), splitsLanguages()],
  test: {
    // Real chains and databases on a machine that others use: a test that fails is asked once more, and named.
    retry: process.env.CI ? 1 : 0,
    // Limits end what hangs. They judge no speed: a slow machine is no fault of the code.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Tests wait for chains and clocks as much as they calculate: three at once use what two leave idle.
    maxWorkers: 3,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'src/execution/**'],
          // Its modules keep no state, as those of the server: loaded once for many files, they cost a third less.
          isolate: false,
          setupFiles: [shared],
        },
      },
      {
        extends: true,
        test: {
          name: 'swaps',
          environment: 'node',
          include: ['{src/execution,testing}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...commands, ...engines],
          // Loaded once for many files, like those of the server.
          isolate: false,
          setupFiles: [shared],
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.ts', ...commands],
        },
      },
      {
        extends: true,
        test: { name: 'engines', environment: 'node', include: engines },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['{service,contracts,devnet}/**/*.test.ts'],
          // Its modules keep no state: loaded once for many files, they cost a third less of the time.
          isolate: false,
          setupFiles: [shared],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          execArgv,
          include: dom,
          exclude: [...configDefaults.exclude, ...fresh],
          setupFiles: ['./testing/setup-dom.ts', './testing/load-pages.ts', shared],
          // Loading the widget for each file again would cost as much as its tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'fresh',
          environment: 'jsdom',
          execArgv,
          include: fresh,
          setupFiles: ['./testing/setup-dom.ts'],
        },
      },
    ],
  },
})
