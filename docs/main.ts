import { cpSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { createPages } from './build/create-pages.ts'

// `npm run docs` builds the site into docs/dist; `npm run docs -- dev` serves it, and renders a page when it is saved.
const root = join(import.meta.dirname, '..')
const out = join(import.meta.dirname, 'dist')
const port = Number(process.env.SLUICE_DOCS_PORT || 5180)

function writePages(): void {
  const { pages, searchIndex } = createPages()
  for (const { path, html } of pages) {
    const file = join(out, `${path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html)
  }
  writeFileSync(join(out, 'search.json'), JSON.stringify(searchIndex))
  process.stdout.write(`${pages.length} pages in ${out}\n`)
}

async function buildSite(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    build: {
      outDir: out,
      target: 'es2022',
      assetsDir: 'assets',
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { site: join(import.meta.dirname, 'site/site.ts') },
        output: {
          entryFileNames: 'assets/[name].js',
          assetFileNames: 'assets/site[extname]',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  })
  cpSync(join(root, 'public/favicon.svg'), join(out, 'favicon.svg'))
  writePages()
}

await buildSite()
if (process.argv[2] === 'dev') {
  const server = await preview({
    root: import.meta.dirname,
    configFile: false,
    build: { outDir: out },
    preview: { port, host: 'localhost' },
  })
  server.printUrls()
  watch(join(import.meta.dirname, 'content'), { recursive: true }, writePages)
}
