import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { splitsLanguages } from './scripts/build/split-languages.mjs'

const execArgv = ['--import=./testing/trim-default-styles.mjs']
/** Setup file of projects whose test files share modules. */
const shared = './testing/settle-imports.ts'
const dom = ['src/**/*.test.tsx', 'testing/**/*.test.tsx']
/** Tests that run the commands of package.json, or read the repository's files. */
const commands = ['testing/{operator-hour,repository}/**/*.test.ts']
/** Tests in browsers other than Chromium. */
const engines = ['testing/engines/**/*.test.ts']
/** Tests of modules that must not be loaded before. */
const fresh = ['src/pages/swap/lost-parts.test.tsx']

const DOM_SETUP = ['./testing/setup-dom.ts', './testing/print-page-once.ts', './testing/skip-owner-stacks.ts']

export default defineConfig({
  plugins: [react(), splitsLanguages()],
  test: {
    // Retries and reports a failed test, because real chains and databases share the machine.
    retry: process.env.CI ? 1 : 0,
    // The timeouts only end hanging tests. They do not measure speed, because machines may be slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Tests wait for chains and clocks more than they compute, so two cores need five workers.
    maxWorkers: 5,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,wire}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'src/execution/**'],
          // Modules without state are loaded once for many files, which saves a third of the time.
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
          isolate: false,
          setupFiles: [shared],
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['{scripts,docs,stories}/**/*.test.ts', ...commands],
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
          setupFiles: [...DOM_SETUP, './testing/load-pages.ts', shared],
          // Loading the widget again for each file would take as long as its tests.
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
          setupFiles: DOM_SETUP,
        },
      },
    ],
  },
})
