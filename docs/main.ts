import { watch } from 'node:fs'
import { join } from 'node:path'
import { preview } from 'vite'
import { buildSite, writePages } from './build/build-site.ts'

// `npm run docs` builds the site into docs/dist. `npm run docs -- dev` also serves it, and renders a
// page when it is saved.
const out = join(import.meta.dirname, 'dist')
const port = Number(process.env.SLUICE_DOCS_PORT || 5180)

await buildSite(out)
process.stdout.write(`The site is in ${out}\n`)
if (process.argv[2] === 'dev') {
  const server = await preview({
    root: import.meta.dirname,
    configFile: false,
    build: { outDir: out },
    preview: { port, host: 'localhost' },
  })
  server.printUrls()
  watch(join(import.meta.dirname, 'content'), { recursive: true }, () => writePages(out))
}
