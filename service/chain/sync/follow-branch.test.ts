import { expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import type { ChainNode, Header } from '../blocks/node.ts'
import { createHistory } from '../snapshot/history.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { findBranch } from './follow-branch.ts'

/** A node of one branch. Blocks in `strange` are of another branch. */
function createNode(strange: readonly number[] = []) {
  const asked = { byHash: 0, byNumber: 0, most: 0 }
  let open = 0
  const node = {
    async header(hash: Hex) {
      asked.byHash += 1
      return makeHeader(Number(BigInt(hash)))
    },
    async headerAt(number: bigint) {
      asked.byNumber += 1
      open += 1
      asked.most = Math.max(asked.most, open)
      await Promise.resolve()
      open -= 1
      if (strange.includes(Number(number))) return { ...makeHeader(Number(number)), hash: '0xbad' as Hex }
      return makeHeader(Number(number))
    },
  } as unknown as ChainNode
  return { node, asked }
}

function find(head: number, node: ChainNode) {
  const history = createHistory()
  history.push(createSnapshot(makeHeader(100), { poolIndex: createPoolIndex(), sampled: new Set() }))
  return findBranch(makeHeader(head), history, node)
}

const numbers = (headers: readonly Header[] = []) => headers.map(({ number }) => Number(number))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

it('requests the blocks in between in parallel, a few at a time', async () => {
  const { node, asked } = createNode()
  const branch = await find(130, node)
  expect(numbers(branch?.headers)).toEqual(range(101, 130))
  expect(asked).toEqual({ byHash: 0, byNumber: 29, most: 8 })
})

it('requests a single block by its hash', async () => {
  const { node, asked } = createNode()
  expect(numbers((await find(102, node))?.headers)).toEqual([101, 102])
  expect(asked).toEqual({ byHash: 1, byNumber: 0, most: 0 })
})

it('follows the hashes if a node returns blocks of another branch at these heights', async () => {
  const { node, asked } = createNode([105, 106])
  const branch = await find(110, node)
  expect(numbers(branch?.headers)).toEqual(range(101, 110))
  expect(branch?.headers.some(({ hash }) => hash === '0xbad')).toBe(false)
  expect(asked.byHash).toBe(2)
})

function makeHeader(number: number): Header {
  const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const
  return {
    number: BigInt(number),
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: BigInt(number),
    gasPrice: 1n,
  }
}
