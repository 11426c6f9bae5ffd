import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { splitsLanguages } from '../../scripts/lib/split-languages.mjs'
import { createPages } from './create-pages.ts'

const root = join(import.meta.dirname, '../..')

/** Renders all pages into a folder. */
export function writePages(out: string): void {
  const { pages, searchIndex } = createPages()
  for (const { path, html } of pages) {
    const file = join(out, `${path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html)
  }
  writeFileSync(join(out, 'search.json'), JSON.stringify(searchIndex))
}

/** Builds the whole site into a folder. */
export async function buildSite(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react(), splitsLanguages()],
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      assetsDir: 'assets',
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { site: join(root, 'docs/site/site.ts') },
        output: {
          entryFileNames: 'assets/[name].js',
          assetFileNames: 'assets/site[extname]',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  })
  cpSync(join(root, 'public/favicon.svg'), join(out, 'favicon.svg'))
  writePages(out)
}
