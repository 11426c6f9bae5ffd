import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findMaintainedNode, MAINTAINED_NODE } from './install/maintained-node.mjs'
import { ENTRIES } from './lib/setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = findMaintainedNode() ?? ''
const isBuilt = existsSync(join(root, 'dist', 'index.js'))

// `npm test` runs the service's tests on this release.
describe.skipIf(!node)('the Node release of the image', () => {
  it('has at least the expected version', () => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    expect(Number.parseInt(stdout.slice(1), 10)).toBeGreaterThanOrEqual(Number.parseInt(MAINTAINED_NODE, 10))
  })

  it.skipIf(!isBuilt).each(ENTRIES)('can import %s of the built package', (entry) => {
    const script = `import(${JSON.stringify(join(root, 'dist', `${entry}.js`))}).then((all) => console.log(Object.keys(all).length))`
    const { stdout, stderr } = spawnSync(node, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(Number(stdout)).toBeGreaterThan(0)
  })
})
