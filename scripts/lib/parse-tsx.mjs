import { createRequire } from 'node:module'

// Enables JSX for `.tsx` files, because dependency-cruiser parses every file without JSX.
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
