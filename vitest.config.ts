import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const dom = ['src/**/*.test.tsx', 'testing/**/*.test.tsx']

export default defineConfig({
  plugins: [react()],
  test: {
    // Real chains, databases and clocks on a machine that others use: a test that fails is asked once more.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,service,contracts,devnet,testing,scripts}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: dom,
          testTimeout: 20_000,
          setupFiles: ['./testing/setup-dom.ts'],
        },
      },
    ],
  },
})
