import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findMaintainedNode, MAINTAINED_NODE } from './lib/maintained-node.mjs'
import { ENTRIES } from './lib/setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = findMaintainedNode() ?? ''
const isBuilt = existsSync(join(root, 'dist', 'index.js'))

// The service is tested on it by `npm test`.
describe.skipIf(!node)('on the Node the image has', () => {
  it('is what runs', () => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    expect(Number.parseInt(stdout.slice(1), 10)).toBeGreaterThanOrEqual(Number.parseInt(MAINTAINED_NODE, 10))
  })

  it.skipIf(!isBuilt).each(ENTRIES)('a page can be rendered with %s of the package at hand', (entry) => {
    const script = `import(${JSON.stringify(join(root, 'dist', `${entry}.js`))}).then((all) => console.log(Object.keys(all).length))`
    const { stdout, stderr } = spawnSync(node, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(Number(stdout)).toBeGreaterThan(0)
  })
})
