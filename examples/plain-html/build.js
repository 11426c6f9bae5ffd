import { cpSync } from 'node:fs'
import { build } from 'vite'

// The sandbox alone needs a bundler. A page with a service is index.html and the folder embed/, as they are.
await build({
  configFile: false,
  build: {
    lib: { entry: 'sandbox.js', formats: ['es'], fileName: () => 'sandbox.js' },
    outDir: 'dist',
    target: 'es2022',
  },
})
cpSync('node_modules/@sluice/widget/embed', 'dist/embed', { recursive: true })
cpSync('index.html', 'dist/index.html')
