import { cpSync } from 'node:fs'

// Copies the page and the script's folder without a bundler.
cpSync('node_modules/@sluice/widget/embed', 'dist/embed', { recursive: true })
cpSync('index.html', 'dist/index.html')
