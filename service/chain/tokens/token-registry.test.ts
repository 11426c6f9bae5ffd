import { encodeAbiParameters, type Hex, numberToHex, type PublicClient, parseAbi } from 'viem'
import { decodeFunctionData, encodeFunctionResult, parseAbiParameters, toFunctionSelector } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { createTokenRegistry } from './token-registry.ts'

const [good, burning, closed, weth, fair] = [0xa1, 0xa2, 0xa3, 0xa4, 0xa5].map(sampleAddress) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const aggregateAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
])
const balanceOf = toFunctionSelector('balanceOf(address)')

describe('tokens with unknown transfers', () => {
  it('are probed every 32 blocks, and less often if a probe takes much gas', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    expect([...registry.tradable().entries()].map(([token]) => token).sort()).toEqual([good, weth, fair])
    node.asked.clear()
    for (let block = 1; block <= 2_048; block += 1) await registry.update(stateAt(block))
    expect(node.asked.get(closed)?.size).toBe(64)
    expect(node.asked.get(burning)?.size).toBe(5)
    expect(registry.tradable().has(burning)).toBe(false)
    // The token stops burning gas: it is probed once more and traded from then on.
    node.reform()
    for (let block = 2_049; block <= 4_200; block += 1) await registry.update(stateAt(block))
    expect(registry.tradable().has(burning)).toBe(true)
  })

  it('are read by one update at a time, and again after the node failed', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    const first = registry.update(stateAt(0))
    expect(registry.update(stateAt(1))).toBe(first)
    await first
    const failing = createTokenRegistry({ client: node.fail(), config })
    await expect(failing.update(stateAt(0))).rejects.toThrow('no answer')
    node.recover()
    await failing.update(stateAt(1))
    expect(failing.tradable().has(good)).toBe(true)
  })

  it('are probed again after a failed quote, and not traded while a tax applies', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    node.tax(good)
    await registry.update(stateAt(32))
    expect(registry.tradable().has(good)).toBe(true)
    registry.suspect([good, sampleAddress(0xff)])
    await registry.update(stateAt(64))
    expect(registry.tradable().has(good)).toBe(false)
    node.tax(undefined)
    await registry.update(stateAt(2_048))
    expect(registry.tradable().has(good)).toBe(false)
    await registry.update(stateAt(5_000))
    expect(registry.tradable().has(good)).toBe(true)
  })

  it('keep their status after an inconclusive probe, until the third in a row', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    node.close(fair)
    registry.suspect([fair])
    await registry.update(stateAt(32))
    await registry.update(stateAt(64))
    expect(registry.tradable().has(fair)).toBe(true)
    await registry.update(stateAt(96))
    expect(registry.tradable().has(fair)).toBe(false)
    node.close(undefined)
    await registry.update(stateAt(128))
    expect(registry.tradable().has(fair)).toBe(true)
  })

  it('keep their status while the node simulates nothing', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    node.refuseSimulations(true)
    registry.suspect([fair])
    for (let block = 1; block <= 512; block += 1) await registry.update(stateAt(block))
    expect(registry.tradable().has(fair)).toBe(true)
    node.refuseSimulations(false)
    node.tax(fair)
    await registry.update(stateAt(523))
    expect(registry.tradable().has(fair)).toBe(false)
  })

  it('stay taxed even if they are base tokens', async () => {
    const node = createNode()
    node.tax(good)
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    node.close(good)
    registry.suspect([good])
    await registry.update(stateAt(32))
    node.close(undefined)
    node.refuseSimulations(true)
    for (let block = 33; block <= 8_400; block += 32) await registry.update(stateAt(block))
    expect(registry.tradable().has(good)).toBe(false)
  })

  it('are probed again soon after a failed quote, and some each minute without one', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    await registry.update(stateAt(0))
    node.tax(good)
    registry.suspect([good])
    await registry.update(stateAt(1))
    expect(registry.tradable().has(good)).toBe(false)
    node.tax(weth)
    await registry.update(stateAt(59))
    await registry.update(stateAt(60))
    // The probe was routine, so a second probe decides.
    expect(registry.tradable().has(weth)).toBe(true)
    await registry.update(stateAt(61))
    expect(registry.tradable().has(weth)).toBe(false)
  })

  it('do not wait for tokens whose pools left memory', async () => {
    const node = createNode()
    const registry = createTokenRegistry({ client: node.client, config })
    const gone = Array.from({ length: 600 }, (_, i) => sampleAddress(0x10_000 + i))
    node.close(...gone, fair)
    await registry.update(stateAt(0, indexOf(gone, 1_000)))
    await registry.update(stateAt(1))
    node.close(undefined)
    await registry.update(stateAt(32))
    await registry.update(stateAt(64))
    expect(registry.tradable().has(fair)).toBe(true)
  })

  it('are reported when they become known', async () => {
    let changes = 0
    const registry = createTokenRegistry({
      client: createNode().client,
      config,
      onChange() {
        changes += 1
      },
    })
    for (let block = 0; block < 9; block += 1) await registry.update(stateAt(block))
    expect(changes).toBe(1)
  })
})

const config = { ...chainConfig('ethereum', 1), weth, referenceStable: good, baseTokens: [weth] }

const poolsOfAll = indexOf([good, burning, closed, fair])

function indexOf(tokens: readonly Address[], from = 0) {
  return createPoolIndex(
    tokens.map((token, i) =>
      sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n: from + i, tokens: [token, weth] }),
    ),
  )
}

function stateAt(block: number, poolIndex = poolsOfAll) {
  const hash: Hex = numberToHex(block, { size: 32 })
  const header = { number: BigInt(block), hash, parentHash: hash, timestamp: BigInt(block), gasPrice: 1n }
  return createSnapshot(header, { poolIndex, sampled: new Set() })
}

/** A node with five tokens: one burns all gas in `balanceOf`, one refuses transfers. */
function createNode() {
  const asked = new Map<string, Set<Hex>>()
  const note = (token: Address, block: Hex) => asked.set(token, (asked.get(token) ?? new Set()).add(block))
  let isBurning = true
  let isDown = false
  let taxed: Address | undefined
  let alsoClosed: readonly (Address | undefined)[] = []
  let isRefusing = false
  const answer = (to: Address, data: Hex): Hex =>
    data.startsWith(toFunctionSelector('decimals()'))
      ? numberToHex(18, { size: 32 })
      : data.startsWith(balanceOf)
        ? numberToHex(10n ** 20n, { size: 32 })
        : encodeAbiParameters(parseAbiParameters('string'), [`T${to.slice(-2)}`])

  async function call({ data, blockHash }: { data: Hex; blockHash: Hex }) {
    if (isDown) throw new Error('no answer')
    const { args } = decodeFunctionData({ abi: aggregateAbi, data })
    let isBurnt = false
    const result = args[0].map(({ target, callData }) => {
      isBurnt ||= isBurning && target.toLowerCase() === burning && callData.startsWith(balanceOf)
      return isBurnt
        ? { success: false, returnData: '0x' as Hex }
        : { success: true, returnData: answer(target, callData) }
    })
    for (const { target, callData } of args[0]) {
      if (callData.startsWith(balanceOf)) note(target.toLowerCase() as Address, blockHash)
    }
    return { data: encodeFunctionResult({ abi: aggregateAbi, functionName: 'aggregate3', result }) }
  }

  async function request({ params }: { params: [{ blockStateCalls: [{ calls: { to: Address }[] }] }] }) {
    if (isRefusing) throw new Error('too many requests')
    const { calls } = params[0].blockStateCalls[0]
    const results = calls.map(({ to }, i) => {
      const isClosed = (to === closed || alsoClosed.includes(to)) && i % 6 === 1
      // The receiver's balance, and after the way back the holder's.
      const back = to === taxed ? 10n ** 17n : 10n ** 18n - 2n
      const delivered = i % 6 === 2 ? 10n ** 18n : i % 6 === 5 ? back : 0n
      return {
        status: isClosed ? '0x0' : '0x1',
        gasUsed: '0x7530',
        returnData: numberToHex(delivered, { size: 32 }),
      }
    })
    return [{ calls: results }]
  }

  const client = { call, request } as unknown as PublicClient
  return {
    client,
    /** The blocks at which each token was probed. */
    asked,
    tax(token: Address | undefined) {
      taxed = token
    },
    close(...tokens: (Address | undefined)[]) {
      alsoClosed = tokens
    },
    refuseSimulations(value: boolean) {
      isRefusing = value
    },
    reform() {
      isBurning = false
    },
    fail() {
      isDown = true
      return client
    },
    recover() {
      isDown = false
    },
  }
}
