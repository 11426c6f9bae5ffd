import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import type { PoolLog } from '../modules/core/pool.ts'
import { sampleAddress } from '../modules/testing/sample-pools.ts'
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
    'are taken as they are where they fit',
    { bloom: bloomOf([swap]), first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
  [
    'may be none where the filter has none of theirs',
    { bloom: bloomOf([other]), first: [[]], witness: [swap], read: [], calls: ['a'] },
  ],
  [
    'are those of another node where one leaves out all',
    { bloom: bloomOf([swap, other]), first: [[]], witness: [swap], read: [swap], calls: ['a', 'b'] },
  ],
  [
    'are those of another node where one leaves out a kind',
    {
      bloom: bloomOf([swap, sync]),
      first: [[swap]],
      witness: [swap, sync],
      read: [swap, sync],
      calls: ['a', 'b'],
    },
  ],
  [
    'are asked for once more where no other node has them: an index may be late',
    { bloom: bloomOf([swap]), first: [[], [swap]], witness: [], read: [swap], calls: ['a', 'b', 'a'] },
  ],
  [
    'are none where every node says so: a filter may be wrong',
    { bloom: bloomOf([swap]), first: [[], []], witness: [], read: [], calls: ['a', 'b', 'a'] },
  ],
  [
    'of a crowded filter are looked at only where there are none',
    { bloom: ALL, first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
  [
    'are none by a crowded filter only if another node says so',
    { bloom: ALL, first: [[]], witness: [swap, sync], read: [swap, sync], calls: ['a', 'b'] },
  ],
  [
    'of a block without a filter are taken as they are',
    { first: [[]], witness: [swap], read: [], calls: ['a'] },
  ],
  [
    'of a block with a filter that is none are taken as they are',
    { bloom: '0xzz', first: [[swap]], witness: [], read: [swap], calls: ['a'] },
  ],
])('the logs of a block %s', async (_, { bloom, first, witness, read, calls }) => {
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
  ['of an address that the filter lacks', [makeLog(swap), { ...makeLog(sync), address: sampleAddress(2) }]],
  ['with a topic that the filter lacks', [makeLog(swap), { ...makeLog(sync), topics: [sync, other] }]],
  ['that are malformed', [makeLog(swap), { ...makeLog(sync), address: '0xzz' }]],
  ['without those of the first', [makeLog(sync), makeLog(sync)]],
])('logs of another node %s are not taken', async (_, logs) => {
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
  ['is read where there is no other node', { nodeCount: 1, witness: [sync], calls: 0, isRead: true }],
  ['is what another node shows', { nodeCount: 2, witness: [sync, sync], calls: 1, isRead: false }],
  ['has none where another node says so', { nodeCount: 2, witness: [sync], calls: 1, isRead: false }],
  ['is read where no other node answers', { nodeCount: 2, witness: undefined, calls: 1, isRead: true }],
])('a pool whose logs are lacking beside others of their kind %s', async (_, wanted) => {
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
