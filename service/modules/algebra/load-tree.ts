import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, intAt, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import type { PricedPool } from '../uniswap-v3/load-ticks.ts'
import { getWord, selectWords } from '../uniswap-v3/tick-words.ts'
import { keepNearest, type Tick } from '../uniswap-v3/ticks.ts'

const root = toFunctionSelector('tickTreeRoot()')
const branch = toFunctionSelector('tickTreeSecondLayer(int16)')
const leaf = toFunctionSelector('tickTable(int16)')
const tickAt = toFunctionSelector('ticks(int24)')

/** Bits of a node. Each bit is a node or tick of the layer below. */
const NODE_BITS = 8
/** Offset of leaf indexes, so that the lowest tick has index 0. */
const LEAF_OFFSET = 3_466

/**
 * Estimated calls for a pool with a hundred ticks: the root, some branches, and the leaves, most of
 * which hold several ticks. A pool may have a hundred times as many.
 */
export const TREE_CALLS = 160

interface Node {
  pool: number
  position: number
}

interface FilledNode extends Node {
  bitmap: bigint
}

/**
 * Loads every initialized tick of each pool, sorted. A pool stores its ticks as leaves of a
 * three-layer tree. Keeps only the ticks nearest to the price above a limit.
 */
export async function loadTree(
  pools: readonly Omit<PricedPool, 'tickSpacing'>[],
  read: BlockReader,
): Promise<(readonly Tick[])[]> {
  async function readNodes(selector: Hex, nodes: readonly Node[]): Promise<Hex[]> {
    const calls = nodes.map(({ pool, position }) => ({
      to: pools[pool]?.address as Address,
      data: selector === root ? selector : encodeCall(selector, BigInt(position)),
    }))
    return (await read(calls)).map(requireResult)
  }

  async function fill(selector: Hex, nodes: readonly Node[]): Promise<FilledNode[]> {
    const results = await readNodes(selector, nodes)
    return nodes.map((node, i) => ({ ...node, bitmap: uintAt(results[i] ?? '0x', 0) }))
  }

  const roots = pools.map((_, pool): Node => ({ pool, position: 0 }))
  const branches = getNodesBelow(await fill(root, roots), 0)
  const leaves = await fill(leaf, getNodesBelow(await fill(branch, branches), LEAF_OFFSET))
  const words = leaves.map((node) => ({ ...node, word: node.position }))
  const { kept, missing } = selectWords(words, (pool) => getWord(pools[pool]?.tick ?? 0, 1))
  const initialized = getNodesBelow(kept, 0)
  const found = await readNodes(tickAt, initialized)
  const ticks = pools.map((): Tick[] => [])
  for (const [i, { pool, position }] of initialized.entries()) {
    const result = found[i] ?? '0x'
    ticks[pool]?.push({ index: position, gross: uintAt(result, 0), net: intAt(result, 1) })
  }
  return pools.map(({ tick }, pool) => {
    const sorted = (ticks[pool] ?? []).sort((a, b) => a.index - b.index)
    return keepNearest(sorted, tick, missing.get(pool))
  })
}

function getNodesBelow(nodes: readonly FilledNode[], offset: number): Node[] {
  return nodes.flatMap(({ pool, position, bitmap }) =>
    bitsOf(bitmap).map((bit) => ({ pool, position: position * 2 ** NODE_BITS + bit - offset })),
  )
}

function bitsOf(node: bigint): number[] {
  const bits: number[] = []
  for (let bit = 0; node >> BigInt(bit) !== 0n; bit += 1) if ((node >> BigInt(bit)) & 1n) bits.push(bit)
  return bits
}

function requireResult(data: Hex | undefined): Hex {
  if (!data || data === '0x') throw new Error('The ticks of a pool could not be read')
  return data
}
