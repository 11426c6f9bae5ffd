import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Exports static files for any server. */
export default {
  output: 'export',
  distDir: 'dist',
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
}
