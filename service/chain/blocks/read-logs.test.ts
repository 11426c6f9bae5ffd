import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import type { PoolLog } from '../../modules/core/pool.ts'
import { sampleAddress } from '../../modules/testing/sample-pools.ts'
import { readLogs } from './read-logs.ts'

const [swap, sync, other] = ['swap', 'sync', 'other'].map((name) => keccak256(stringToHex(name))) as [
  Hex,
  Hex,
  Hex,
]
const hash = `0x${'1'.repeat(64)}` as const
const makeLog = (topic: Hex): PoolLog => ({ address: sampleAddress(1), topics: [topic], data: '0x' })
const bits = (topic: Hex) =>
  [0, 4, 8].map((at) => Number.parseInt(keccak256(topic).slice(2 + at, 6 + at), 16) & 2047)
const bloomOf = (topics: Hex[]) =>
  numberToHex(
    [sampleAddress(1), ...topics].flatMap(bits).reduce((bloom, bit) => bloom | (1n << BigInt(bit)), 0n),
    { size: 256 },
  )
const ALL = numberToHex(2n ** 2048n - 1n, { size: 256 })

type Case = { bloom?: Hex; first: Hex[][]; witness: Hex[]; read: Hex[]; calls: string[] }

it.each<[string, Case]>([
  [
    'accepts logs that match the filter',
    { bloom: bloomOf([swap]), first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
  [
    'accepts an empty list if the filter has none of the topics',
    { bloom: bloomOf([other]), first: [[]], witness: [swap], read: [], calls: ['a'] },
  ],
  [
    'uses another node if the first omits all logs',
    { bloom: bloomOf([swap, other]), first: [[]], witness: [swap], read: [swap], calls: ['a', 'b'] },
  ],
  [
    'uses another node if the first omits one kind',
    {
      bloom: bloomOf([swap, sync]),
      first: [[swap]],
      witness: [swap, sync],
      read: [swap, sync],
      calls: ['a', 'b'],
    },
  ],
  [
    'requests the logs again if no other node has them, because an index may be late',
    { bloom: bloomOf([swap]), first: [[], [swap]], witness: [], read: [swap], calls: ['a', 'b', 'a'] },
  ],
  [
    'accepts an empty list from every node, because a filter may be wrong',
    { bloom: bloomOf([swap]), first: [[], []], witness: [], read: [], calls: ['a', 'b', 'a'] },
  ],
  [
    'ignores a crowded filter if there are logs',
    { bloom: ALL, first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
  [
    'queries another node for an empty list with a crowded filter',
    { bloom: ALL, first: [[]], witness: [swap, sync], read: [swap, sync], calls: ['a', 'b'] },
  ],
  ['accepts the logs of a block without a filter', { first: [[]], witness: [swap], read: [], calls: ['a'] }],
  [
    'accepts the logs of a block with an invalid filter',
    { bloom: '0xzz', first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
])('handles the logs of a block: %s', async (_, { bloom, first, witness, read, calls }) => {
  const asked: string[] = []
  const answers = [...first]
  const answering = (name: string, answer: () => Hex[]) => ({
    async logsOf() {
      asked.push(name)
      return answer().map(makeLog)
    },
  })
  const { logs, added } = await readLogs(
    { number: 1n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n, ...(bloom && { logsBloom: bloom }) },
    [swap, sync],
    {
      node: answering('a', () => answers.shift() ?? []),
      witness: answering('b', () => witness),
      againMs: 0,
    },
  )
  expect(logs.map(({ topics: [topic] }) => topic)).toEqual(read)
  expect(asked).toEqual(calls)
  const missing = read.slice(first[0]?.length)
  expect(added.map(({ topics: [topic] }) => topic)).toEqual(missing)
})

it.each<[string, PoolLog[]]>([
  ['with an address that the filter lacks', [makeLog(swap), { ...makeLog(sync), address: sampleAddress(2) }]],
  ['with a topic that the filter lacks', [makeLog(swap), { ...makeLog(sync), topics: [sync, other] }]],
  ['that are malformed', [makeLog(swap), { ...makeLog(sync), address: '0xzz' }]],
  ['that lack logs of the first', [makeLog(sync), makeLog(sync)]],
])('ignores logs of another node %s', async (_, logs) => {
  const read = await readLogs(
    { number: 1n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n, logsBloom: bloomOf([swap, sync]) },
    [swap, sync],
    {
      node: { logsOf: async () => [makeLog(swap)] },
      witness: { logsOf: async () => logs },
      againMs: 0,
    },
  )
  expect(read).toEqual({ logs: [makeLog(swap)], added: [], lacking: [] })
})

it.each<[string, { nodeCount: number; witness: Hex[] | undefined; calls: number; isRead: boolean }]>([
  ['reads it without another node', { nodeCount: 1, witness: [sync], calls: 0, isRead: true }],
  ['uses the logs of another node', { nodeCount: 2, witness: [sync, sync], calls: 1, isRead: false }],
  ['accepts that another node has no more logs', { nodeCount: 2, witness: [sync], calls: 1, isRead: false }],
  ['reads it if no other node responds', { nodeCount: 2, witness: undefined, calls: 1, isRead: true }],
])('handles a pool with missing logs beside logs of its kind: %s', async (_, wanted) => {
  let calls = 0
  const lacking = [{ module: {}, identity: {} }] as never
  const read = await readLogs(
    { number: 1n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n, logsBloom: bloomOf([sync]) },
    [swap, sync],
    {
      node: { logsOf: async () => [makeLog(sync)] },
      witness: {
        async logsOf() {
          calls += 1
          if (!wanted.witness) throw new Error('It is behind')
          return wanted.witness.map(makeLog)
        },
      },
      nodeCount: wanted.nodeCount,
      findLacking: (logs) => (logs.length < 2 ? lacking : []),
      againMs: 60_000,
    },
  )
  const isShown = wanted.nodeCount > 1 && wanted.witness?.length === 2
  expect([calls, read.lacking.length > 0, read.added.length]).toEqual([
    wanted.calls,
    wanted.isRead,
    isShown ? 1 : 0,
  ])
})
