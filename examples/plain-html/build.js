import { cpSync } from 'node:fs'

// No bundler: a page and the folder of the script, as they are.
cpSync('node_modules/@sluice/widget/embed', 'dist/embed', { recursive: true })
cpSync('index.html', 'dist/index.html')
