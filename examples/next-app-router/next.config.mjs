import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A static export, for any server. */
export default {
  output: 'export',
  distDir: 'dist',
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
}
