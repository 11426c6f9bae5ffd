import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ChainServiceConfig } from '../config/types.ts'
import { splitFollowed } from '../modules/core/module.ts'
import { createModules } from '../modules/create-modules.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import type { ChainPreset } from './chain-preset.ts'
import { PRESETS } from './presets.ts'
import { FIRST_BLOCKS } from './testing/first-blocks.ts'

const presets = Object.values(PRESETS)

/** The contracts whose logs announce pools, by module id. */
function getAnnouncing({ sources = [], ...preset }: ChainPreset) {
  const config = { ...preset, sources, executor: makeAddress(1) }
  return splitFollowed(createModules(config as unknown as ChainServiceConfig).followed).announcing
}

describe.each(presets)('`fromBlock` of $name', (preset) => {
  const known = FIRST_BLOCKS[preset.name]

  it('has an entry in the table for each source that announces pools, and for no other contract', () => {
    const factories = getAnnouncing(preset).map(({ factory }) => factory)
    expect(Object.keys(known).toSorted()).toEqual(factories.toSorted())
  })

  it('is not later than the first block of any source', () => {
    const later = getAnnouncing(preset).filter(({ factory }) => {
      const [block] = known[factory] ?? []
      return block !== undefined && block < preset.fromBlock
    })
    expect(later.map(({ id }) => id)).toEqual([])
  })
})

it('is 0 if a source has no published first block, and the documentation lists these', () => {
  const unknown = presets.flatMap((preset) =>
    getAnnouncing(preset)
      .filter(({ factory }) => FIRST_BLOCKS[preset.name][factory]?.[0] === undefined)
      .map(({ id }) => ({ source: `${id} on ${preset.name}`, fromBlock: preset.fromBlock })),
  )
  expect(unknown).toEqual([
    { source: 'velodrome-slipstream on optimism', fromBlock: 0 },
    { source: 'velodrome-slipstream on unichain', fromBlock: 0 },
  ])
  expect(readFileSync(new URL('../../docs/internals/presets.md', import.meta.url), 'utf8')).toContain(
    `No first block was found of: ${unknown.map(({ source }) => source).join(', ')}.`,
  )
})
