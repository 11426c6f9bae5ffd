import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cacheArtifact } from './artifact-cache.ts'

const wanted = () => ({ test: Math.random() })
/** No process has this id. */
const NOBODY = 2 ** 30

it('runs the work once for several simultaneous requests', async () => {
  const from = wanted()
  let made = 0
  const make = async () => {
    made += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    return made
  }
  const files = await Promise.all([
    cacheArtifact(from, make),
    cacheArtifact(from, make),
    cacheArtifact(from, make),
  ])
  expect(made).toBe(1)
  expect(new Set(files).size).toBe(1)
  expect(await cacheArtifact(from, make)).toBe(files[0])
  rmSync(files[0] ?? '')
})

it('repeats the work after it failed, or after its process ended', async () => {
  const from = wanted()
  await expect(cacheArtifact(from, () => Promise.reject(new Error('no compiler')))).rejects.toThrow(
    'no compiler',
  )
  const file = await cacheArtifact(from, async () => 1)
  rmSync(file)
  writeFileSync(`${file}.claim`, String(NOBODY))
  expect(await cacheArtifact(from, async () => 2)).toBe(file)
  expect(existsSync(`${file}.claim`)).toBe(false)
  rmSync(file)
})
