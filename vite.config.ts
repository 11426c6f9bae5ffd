import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { raisesSpecificity } from './scripts/build/raise-specificity.mjs'
import { splitsLanguages } from './scripts/build/split-languages.mjs'
import { localFiles } from './stories/playground/server/local-files.ts'
import { portHint } from './stories/playground/server/port-hint.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const port = Number(process.env.SLUICE_PLAYGROUND_PORT || 5173)

// Config of the playground. scripts/build.mjs builds the package and the script.
export default defineConfig({
  root: `${root}stories/playground`,
  publicDir: `${root}public`,
  cacheDir: `${root}node_modules/.vite`,
  plugins: [react(), splitsLanguages(), raisesSpecificity(), localFiles(root), portHint(port)],
  css: { modules: { generateScopedName: nameClass } },
  server: { host: 'localhost', port, strictPort: true, fs: { allow: [root] } },
  preview: { host: 'localhost', port, strictPort: true },
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'] },
  build: {
    outDir: `${root}node_modules/.cache/sluice-playground`,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        playground: `${root}stories/playground/index.html`,
        'dev-wallet': `${root}stories/playground/dev-wallet-page.ts`,
        'react-skin': `${root}stories/playground/react-skin-page.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'playground' ? 'assets/[name]-[hash].js' : '[name].js'),
      },
    },
  },
})

/**
 * Returns the same class name inside and outside of a shadow root, where the stylesheets differ in
 * specificity.
 */
function nameClass(name: string, file: string): string {
  return `${relative(root, file.replace(/\?.*/, '')).replace(/\W+/g, '-')}_${name}`
}
