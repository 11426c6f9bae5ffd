import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const proof = readFileSync(`${root}scripts/proof.mjs`, 'utf8')

it('the proof "fuzz" runs every test that has more random cases there', () => {
  const tests = ['contracts', 'service', 'src', 'testing', 'wire'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${folder}/${path}`)
      .filter((path) => readFileSync(root + path, 'utf8').includes('process.env.SLUICE_FUZZ')),
  )
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((path) => !proof.includes(`'${path}'`))).toEqual([])
})

it.each(['test', 'proof'])('npm run %s prints the stages if the requested stage is unknown', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, 'lnit'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/Unknown stage "lnit"\. Stages: \w+, /)
})
