import { createRequire } from 'node:module'

// dependency-cruiser asks swc for TypeScript without JSX, whatever the file. This asks for JSX where the name says so.
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
