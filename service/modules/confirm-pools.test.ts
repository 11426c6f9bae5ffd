import { encodePacked } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import { encodeWord } from '../lib/abi-words.ts'
import { createAlgebraModule } from './algebra/algebra-module.ts'
import { createAlgebraV1Module } from './algebra/algebra-v1-module.ts'
import { derivePool } from './core/create2.ts'
import type { BlockReader } from './core/module.ts'
import type { PoolIdentity, PoolLog } from './core/pool.ts'
import { createSlipstreamModule } from './slipstream/slipstream-module.ts'
import { sampleAddress } from './testing/sample-pools.ts'
import { createV2Module } from './uniswap-v2/v2-module.ts'
import { createV3Module } from './uniswap-v3/v3-module.ts'

const source = {
  index: 0,
  name: 'A fork',
  factory: sampleAddress(0xfa),
  initCodeHash: `0x${'1'.repeat(64)}`,
} as const
type Own = typeof source & { deployer: Address }
const tokens: PoolIdentity['tokens'] = [sampleAddress(0xa1), sampleAddress(0xa2)]

/** A factory that returns the pool for both token orders. */
function readFor({ address, tickSpacing }: PoolIdentity): BlockReader {
  return async (calls) =>
    calls.map(({ to }) => `0x${encodeWord(BigInt(to === source.factory ? address : tickSpacing))}` as const)
}

describe('confirmation of a pool from a file', () => {
  it('confirms a pair only with its tokens in contract order', async () => {
    const module = createV2Module({ ...source, kind: 'v2', module: 'uniswap-v2', feeBps: 30 })
    const salted = encodePacked(['address', 'address'], tokens)
    const address = derivePool(source.factory, source.initCodeHash, salted)
    const pair: PoolIdentity = { address, tokens, fee: 3000, tickSpacing: 0 }
    const reversed: PoolIdentity = { ...pair, tokens: [tokens[1], tokens[0]] }
    expect(await module.confirm([pair, reversed], readFor(pair))).toEqual([true, false])
  })

  it('confirms a pool with ticks only in contract order and with a valid fee', async () => {
    const module = createV3Module({ ...source, kind: 'v3', module: 'uniswap-v3' }, undefined)
    const salted = `0x${[...tokens, 500].map((value) => encodeWord(BigInt(value))).join('')}` as const
    const address = derivePool(source.factory, source.initCodeHash, salted)
    const pool: PoolIdentity = { address, tokens, fee: 500, tickSpacing: 10 }
    const reversed: PoolIdentity = { ...pool, tokens: [tokens[1], tokens[0]] }
    const costly = { ...pool, fee: 2 ** 24 }
    expect(await module.confirm([pool, reversed, costly], readFor(pool))).toEqual([true, false, false])
  })

  it('confirms a pool only with the address derived from its separate deployer', async () => {
    const deployer = sampleAddress(0xde)
    const own = { ...source, kind: 'v3', module: 'pancakeswap-v3', deployer } as const
    const module = createV3Module(own, undefined)
    const salted = `0x${[...tokens, 2500].map((value) => encodeWord(BigInt(value))).join('')}` as const
    const [pool, stray] = [deployer, source.factory].map((from): PoolIdentity => {
      const address = derivePool(from, source.initCodeHash, salted)
      return { address, tokens, fee: 2500, tickSpacing: 50 }
    })
    if (!pool || !stray) throw new Error('No pool was derived')
    expect(await module.confirm([pool], readFor(pool))).toEqual([true])
    expect(await module.confirm([stray], readFor(stray))).toEqual([false])
    const announce = ({ address }: PoolIdentity): PoolLog => ({
      address: source.factory,
      topics: [
        module.createdTopic,
        ...[...tokens, 2500].map((value) => `0x${encodeWord(BigInt(value))}` as const),
      ],
      data: `0x${encodeWord(50n)}${encodeWord(BigInt(address))}`,
    })
    expect([pool, stray].map((each) => module.identify(announce(each)))).toEqual([pool, undefined])
  })

  it('confirms a Slipstream pool by its spacing', async () => {
    const module = createSlipstreamModule({ ...source, kind: 'slipstream', module: 'slipstream' })
    const derive = (spacing: number) =>
      derivePool(
        source.factory,
        source.initCodeHash,
        `0x${[...tokens, spacing].map((value) => encodeWord(BigInt(value))).join('')}`,
      )
    const pool: PoolIdentity = { address: derive(200), tokens, fee: 0, tickSpacing: 200 }
    const others = [
      { ...pool, tokens: [tokens[1], tokens[0]] as const },
      { ...pool, fee: 200 },
      { ...pool, tickSpacing: 100 },
      { ...pool, address: derive(-200), tickSpacing: -200 },
    ]
    expect(await module.confirm([pool, ...others], readFor(pool))).toEqual([true, false, false, false, false])
    const announce = ({ address, tickSpacing }: PoolIdentity): PoolLog => ({
      address: source.factory,
      topics: [
        module.createdTopic,
        ...[...tokens, tickSpacing].map((value) => `0x${encodeWord(BigInt(value))}` as const),
      ],
      data: `0x${encodeWord(BigInt(address))}`,
    })
    expect(module.identify(announce(pool))).toEqual(pool)
    expect(module.identify(announce({ ...pool, tickSpacing: 100 }))).toBeUndefined()
    expect(module.identify(announce({ ...pool, address: derive(-200), tickSpacing: -200 }))).toBeUndefined()
  })

  it.each([
    ['Algebra', 0, (own: Own) => createAlgebraModule({ ...own, kind: 'algebra', module: 'algebra' })],
    [
      'Algebra V1',
      60,
      (own: Own) => createAlgebraV1Module({ ...own, kind: 'algebra-v1', module: 'algebra-v1' }),
    ],
  ])('confirms a pool of %s by its two tokens', async (_, tickSpacing, create) => {
    const deployer = sampleAddress(0xde)
    const module = create({ ...source, deployer })
    const salted = `0x${tokens.map((value) => encodeWord(BigInt(value))).join('')}` as const
    const address = derivePool(deployer, source.initCodeHash, salted)
    const pool: PoolIdentity = { address, tokens, fee: 0, tickSpacing }
    const reversed: PoolIdentity = { ...pool, tokens: [tokens[1], tokens[0]] }
    // The creator of a custom pool is part of its salt.
    const custom = derivePool(deployer, source.initCodeHash, `0x${encodeWord(7n)}${salted.slice(2)}`)
    const others = [
      reversed,
      { ...pool, fee: 500 },
      { ...pool, tickSpacing: tickSpacing + 60 },
      { ...pool, address: custom },
    ]
    expect(await module.confirm([pool, ...others], readFor(pool))).toEqual([true, false, false, false, false])
    const announce = (announced: Address): PoolLog => ({
      address: source.factory,
      topics: [module.createdTopic, ...tokens.map((value) => `0x${encodeWord(BigInt(value))}` as const)],
      data: `0x${encodeWord(BigInt(announced))}`,
    })
    expect([address, custom].map((each) => module.identify(announce(each)))).toEqual([pool, undefined])
  })
})
