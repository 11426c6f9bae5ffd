import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const proof = readFileSync(`${root}scripts/proof.mjs`, 'utf8')

it('the proof with other servers runs every test of the service', () => {
  const [, words = ''] = /name: 'servers',\s*command: \[vitest, 'run', ([^\]]*)\]/.exec(proof) ?? []
  const filters = [...words.matchAll(/'([^']+)'/g)].map(([, filter = '']) => filter)
  const tests = readdirSync(`${root}service`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `service/${path}`)
  expect(tests.length).toBeGreaterThan(100)
  expect(tests.filter((path) => !filters.some((filter) => path.includes(filter)))).toEqual([])
})
