import { createRequire } from 'node:module'

// dependency-cruiser parses every file without JSX. This enables JSX for `.tsx` files.
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
