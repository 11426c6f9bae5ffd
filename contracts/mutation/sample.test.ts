import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileMutant } from './compile-mutant.ts'
import { getLikelyTests, LIKELY } from './likely-tests.ts'
import { listMutants, type Mutant } from './list-mutants.ts'
import { runTests } from './run-tests.ts'

// A sample of `npm run proof mutants`, so that its tooling cannot break unnoticed.

async function testDeployment(mutant: Mutant) {
  const compiled = await compileMutant(mutant)
  if ('refusal' in compiled) throw new Error(compiled.refusal)
  return runTests({ ...compiled, likely: ['contracts/deployment'], isOnlyLikely: true })
}

it('detects a condition that is forced', async () => {
  const id = 'Settlement.sol constructor: treasury_ == address(0) => false'
  const mutant = (await listMutants()).find((one) => one.id === id)
  if (!mutant) throw new Error(`No mutant has the id ${id}.`)
  expect(await testDeployment(mutant)).toEqual({
    failed: 'deployment.test.ts > accepts twenty sources and rejects more',
  })
})

it('explains only survivors that exist', async () => {
  const survivors = JSON.parse(readFileSync(new URL('./survivors.json', import.meta.url), 'utf8'))
  const ids = (await listMutants()).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(survivors)))
})

it('lists existing likely tests for every source with mutants', async () => {
  const sources = new Set((await listMutants()).map(({ path }) => path))
  expect([...sources].filter((path) => getLikelyTests(path).length === 0)).toEqual([])
  const files = [...new Set(Object.values(LIKELY).flat())].map((name) => `../../${name}.test.ts`)
  expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([])
})
