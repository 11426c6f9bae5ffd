import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { STEP_KINDS } from '../../wire/abi/step-kinds.ts'

it('matches the step kinds of the executor', () => {
  const source = readFileSync(new URL('../../contracts/src/Kinds.sol', import.meta.url), 'utf8')
  const constants = [...source.matchAll(/^uint8 constant (\w+) = (\d+);$/gm)]
  const toName = (constant: string) =>
    constant.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  expect(STEP_KINDS).toEqual(
    Object.fromEntries(constants.map(([, constant = '', kind]) => [toName(constant), Number(kind)])),
  )
})
