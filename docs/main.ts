import { join } from 'node:path'
import { preview } from 'vite'
import { buildSite, serveSite } from './site.ts'

// `npm run docs` builds the site into docs/dist and serves it. `npm run docs -- build` only builds
// it. `npm run docs -- dev` serves the sources and renders a page when it is saved.
const port = Number(process.env.SLUICE_DOCS_PORT || 5180)
const out = join(import.meta.dirname, 'dist')
const command = process.argv[2]

if (command === 'dev') {
  const server = serveSite(port)
  process.once('SIGINT', () => server.kill())
  process.once('SIGTERM', () => server.kill())
} else {
  buildSite(out, process.env.SLUICE_DOCS_BASE)
  process.stdout.write(`The site is in ${out}\n`)
  if (command !== 'build') {
    const server = await preview({
      root: import.meta.dirname,
      configFile: false,
      appType: 'mpa',
      build: { outDir: out },
      preview: { port, host: 'localhost' },
    })
    server.printUrls()
  }
}
